export { diffTexts } from "./diffTexts.ts";
