/** Answers that came with the page, by address: body text and ETag. Each is used once; what comes later is asked. */
export type PageAnswers = Map<string, { readonly body: string; readonly etag: string | null }>;

/** Read the answers that the server wrote into the page; a page without any (the dev server's) gives none. */
export function readPageAnswers(content: string): PageAnswers {
  try {
    const answers: unknown = JSON.parse(content);
    if (typeof answers !== 'object' || answers === null) return new Map();
    return new Map(
      Object.entries(answers).flatMap(([address, answer]) => {
        if (!Array.isArray(answer) || typeof answer[0] !== 'string') return [];
        return [[address, { body: answer[0], etag: typeof answer[1] === 'string' ? answer[1] : null }]];
      }),
    );
  } catch {
    return new Map();
  }
}

const answers = readPageAnswers(
  typeof document === 'undefined'
    ? ''
    : (document.querySelector<HTMLMetaElement>('meta[name="tessera-answers"]')?.content ?? ''),
);

/** Take the answer of an address out of the page, as the response that the call would have brought. */
export function takePageAnswer(address: string): Response | null {
  const answer = answers.get(address);
  if (!answer) return null;
  answers.delete(address);
  return new Response(answer.body, {
    status: 200,
    headers: { 'content-type': 'application/json', ...(answer.etag === null ? {} : { ETag: answer.etag }) },
  });
}
