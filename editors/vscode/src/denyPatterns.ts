/** As VS Code's `inspect` tells who has set what. Nothing of it is checked. */
export interface InspectedPatterns {
  readonly globalValue?: unknown;
  readonly workspaceValue?: unknown;
  readonly workspaceFolderValue?: unknown;
}

/** The user's patterns and those of the project, which may keep more back, but not share again what the user keeps back. */
export function denyPatterns(inspected: InspectedPatterns = {}): readonly string[] {
  const ofProject = [...texts(inspected.workspaceValue), ...texts(inspected.workspaceFolderValue)];
  return [...texts(inspected.globalValue), ...ofProject.filter((pattern) => !pattern.startsWith("!"))];
}

function texts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];
}
