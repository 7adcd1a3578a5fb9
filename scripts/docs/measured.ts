/** Writes the page and the pictures of `docs/measured` anew from its records: part of `npm run docs`. */
import { publishRecords } from "../../measured/records.ts";

publishRecords("docs/measured");
