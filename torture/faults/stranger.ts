/** A user whom nobody knows, and who hence has no home; unlike root, they are under every limit. */
export const stranger = 54_321;

/** For `setpriv`, which only root may use. */
export const asStranger = [`--reuid=${stranger}`, `--regid=${stranger}`, "--clear-groups"];
