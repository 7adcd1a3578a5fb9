import {
  getCSSLanguageService,
  getLESSLanguageService,
  getSCSSLanguageService,
} from "vscode-css-languageservice";
import type { Diagnostic } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import type { WebLanguage } from "./webLanguage.ts";

const services = {
  css: getCSSLanguageService(),
  scss: getSCSSLanguageService(),
  less: getLESSLanguageService(),
};

function serviceFor({ languageId }: TextDocument) {
  return services[languageId as keyof typeof services] ?? services.css;
}

export const cssLanguage: WebLanguage = {
  problems: async (document) => cssProblems(document),
  format: (document, options) => serviceFor(document).format(document, undefined, options),
  symbols(document) {
    const service = serviceFor(document);
    return service.findDocumentSymbols2(document, service.parseStylesheet(document));
  },
  async hover(document, position) {
    const service = serviceFor(document);
    return service.doHover(document, position, service.parseStylesheet(document));
  },
};

export function cssProblems(document: TextDocument): readonly Diagnostic[] {
  const service = serviceFor(document);
  return service.doValidation(document, service.parseStylesheet(document), { validate: true });
}
