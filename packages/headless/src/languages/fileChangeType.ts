/** As language servers are told what became of a file. */
export const fileChangeType = { created: 1, changed: 2, deleted: 3 } as const;
