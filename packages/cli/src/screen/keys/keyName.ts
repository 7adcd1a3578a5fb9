const named =
  /^(space|enter|esc|tab|backspace|delete|insert|up|down|left|right|home|end|pageUp|pageDown|menu|f([1-9]|1\d|2[0-4]))$/;

/** Whether a key of that name can be pressed: see `terminal/input.ts`. */
export function isKeyName(name: string): boolean {
  const [, modifiers = "", key = ""] = /^((?:ctrl\+)?(?:alt\+)?(?:shift\+)?)(.+)$/su.exec(name) ?? [];
  if (named.test(key)) return true;
  return [...key].length === 1 && !modifiers.includes("shift") && !/[\p{Cc}\s]/u.test(key);
}
