import { Language, LanguageSupport, defineLanguageFacet } from '@codemirror/language';
import { parser, Strikethrough, Table } from '@lezer/markdown';

/**
 * Markdown as the product shows it. Not the package for the editor: that one brings parsers of HTML and JavaScript,
 * which text on a dashboard may not hold.
 */
export const markdownLanguage = new LanguageSupport(
  new Language(defineLanguageFacet(), parser.configure([Table, Strikethrough]), [], 'markdown'),
);
