export { dialects } from "@idebridge/sdk";
