import { vi } from "vitest";

/** What is waited for comes, but on a busy machine not within the second that `vi.waitFor` gives it by itself. */
const { waitFor } = vi;
vi.waitFor = (check, options = 15_000) => waitFor(check, options);
