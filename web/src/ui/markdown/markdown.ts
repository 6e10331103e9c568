import MarkdownIt from 'markdown-it';

/** HTML is text, and so are pictures: the page loads nothing from elsewhere. A new line is a new line. */
const reader = new MarkdownIt({ html: false, breaks: true, linkify: true }).disable('image');
// Names that end like addresses (readme.md) are no links; https:// makes one.
reader.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false });
reader.validateLink = isSafeHref;

export type Token = ReturnType<typeof reader.parse>[number];

/** Markdown as a list of tokens: what opens, what closes, and what is between. */
export function parseMarkdown(source: string): readonly Token[] {
  return reader.parse(source, {});
}

/** Addresses that a link may have: pages of the web, mail, and places of this product. Everything else stays text. */
export function isSafeHref(href: string): boolean {
  return /^(https?:\/\/|mailto:)/i.test(href) || /^(\/(?![/\\])|#)/.test(href);
}
