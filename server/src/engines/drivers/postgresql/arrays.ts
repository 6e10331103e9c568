import type { Cell } from '@tessera/core/table';

/** Read an array as PostgreSQL prints it: `{1,NULL,"a \"b\"",{2,3}}`, with an optional range prefix `[0:1]=`. */
export function parseArray(printed: string, element: (text: string) => Cell): Cell {
  const text = printed.replace(/^(\[-?\d+:-?\d+\])+=/, '');
  let at = 0;

  function list(): Cell {
    const items: Cell[] = [];
    at += 1;
    while (at < text.length && text[at] !== '}') {
      if (text[at] === ',') at += 1;
      else items.push(text[at] === '{' ? list() : item());
    }
    at += 1;
    return items;
  }

  function item(): Cell {
    if (text[at] === '"') {
      let value = '';
      for (at += 1; at < text.length && text[at] !== '"'; at += 1) {
        if (text[at] === '\\') at += 1;
        value += text[at] ?? '';
      }
      at += 1;
      return element(value);
    }
    const start = at;
    while (at < text.length && text[at] !== ',' && text[at] !== '}') at += 1;
    const word = text.slice(start, at);
    return word === 'NULL' ? null : element(word);
  }

  return text.startsWith('{') ? list() : printed;
}
