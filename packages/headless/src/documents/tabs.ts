/** The order of the tabs, which of them is in front, and which one is a preview: at most one is. */
export class Tabs {
  readonly #paths: string[] = [];
  /** The last that was in front comes last. */
  readonly #recent = new Set<string>();
  #preview: string | undefined;
  #active: string | undefined;

  get paths(): readonly string[] {
    return this.#paths;
  }

  get active(): string | undefined {
    return this.#active;
  }

  /** The last that was in front first, then those that never were. */
  get recent(): readonly string[] {
    return [...[...this.#recent].reverse(), ...this.#paths.filter((path) => !this.#recent.has(path))];
  }

  get preview(): string | undefined {
    return this.#preview;
  }

  /** Adds a tab at the end. A preview takes the place of the preview before it, also in front. */
  add(path: string, isPreview: boolean): void {
    const replaced = isPreview ? this.#preview : undefined;
    if (isPreview) this.#preview = path;
    if (replaced === undefined) {
      this.#paths.push(path);
      return;
    }
    this.#paths[this.#paths.indexOf(replaced)] = path;
    this.#recent.delete(replaced);
    if (this.#active === replaced) this.activate(path);
  }

  /** Keeps a preview. */
  pin(path: string): boolean {
    if (this.#preview !== path) return false;
    this.#preview = undefined;
    return true;
  }

  activate(path: string): boolean {
    if (this.#active === path) return false;
    this.#recent.delete(path);
    this.#recent.add(path);
    this.#active = path;
    return true;
  }

  /** Removes a tab. If it was in front, the one that was there before it comes back. */
  remove(path: string): void {
    this.#paths.splice(this.#paths.indexOf(path), 1);
    if (this.#preview === path) this.#preview = undefined;
    const wasInFront = this.#active === path;
    this.#recent.delete(path);
    if (wasInFront) this.#active = [...this.#recent].at(-1) ?? this.#paths[0];
  }
}
