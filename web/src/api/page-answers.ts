type PageAnswer = { readonly body: string; readonly etag: string | null; readonly status: number };

/** Answers that came with the page, by address. Each is used once; what comes later is asked. */
export type PageAnswers = Map<string, PageAnswer>;

/** Read the answers that the server wrote into the page; a page without any (the dev server's) gives none. */
export function readPageAnswers(content: string): PageAnswers {
  try {
    const answers: unknown = JSON.parse(content);
    if (typeof answers !== 'object' || answers === null) return new Map();
    return new Map(
      Object.entries(answers).flatMap(([address, answer]) => {
        if (!Array.isArray(answer)) return [];
        const [body, etag, status]: readonly unknown[] = answer;
        if (typeof body !== 'string') return [];
        return [
          [
            address,
            {
              body,
              etag: typeof etag === 'string' ? etag : null,
              status: typeof status === 'number' ? status : 200,
            },
          ],
        ];
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
    status: answer.status,
    headers: { 'content-type': 'application/json', ...(answer.etag === null ? {} : { ETag: answer.etag }) },
  });
}
