import { fileURLToPath } from "node:url";

export const repository = fileURLToPath(new URL("..", import.meta.url)).replace(/[\\/]$/, "");
