import { setLanguage, translate, type Catalogue } from '@tessera/core/messages';

/**
 * Speak the language of the page, which the server chose (`<html lang>`), and write numbers and dates as the browser's
 * settings say. English is in the code; another language is loaded, before anything is drawn.
 */
export async function applyLanguage(): Promise<void> {
  const { lang } = document.documentElement;
  const locale = navigator.language || lang;
  setLanguage(translate((lang !== 'en' && (await load(lang))) || undefined, locale));
}

/** Null: the page is drawn in English rather than not at all. */
async function load(language: string): Promise<Catalogue | null> {
  try {
    const answer = await fetch(`/messages/${encodeURIComponent(language)}.json`);
    return answer.ok ? ((await answer.json()) as Catalogue) : null;
  } catch {
    return null;
  }
}
