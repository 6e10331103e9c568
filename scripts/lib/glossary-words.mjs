/**
 * Words that are not those of the field, with what to write instead: a mechanism is found by its usual name.
 * `text` is looked for in comments, titles of tests and documents, `name` in parts of names (`storedRows`: kept, rows).
 */
export const words = [
  { text: /\b(?:people|persons?)\b/i, name: /^(?:people|persons?)$/, say: 'user, or principal' },
  { text: /\baskers?\b/i, name: /^askers?$/, say: 'waiter, client' },
  { text: /\b(?:told|retold|untold)\b/i, name: /^(?:told|retold|untold)$/, say: 'returned, reported, notified' },
  { text: /\b(?:kept|remembered)\b/i, name: /^(?:kept|remembered)$/, say: 'cached, stored, retained' },
  { text: /\bheld\b(?! by(?:\.\*\*| \|))/i, name: /^held$/, say: 'leased, locked, trusted, enforced' },
  {
    text: /\b(?:hold|holds|holding) (?:(?:an?|the|its|their|no|one) )?(?:lease|lock|slot|connection|job)s?\b/i,
    say: 'acquires, has, owns',
  },
  {
    text: /\b(?:takes?|taking|took|their|its|own|whose|\w+'s|by|a|an|of|next|have|other|everybody) turns?\b/i,
    name: /^turns?$/,
    say: 'slot, admission; of the event loop: tick',
  },
  { text: /\bpieces?\b/i, name: /^pieces?$/, say: 'chunk, part, fragment' },
  { text: /\bpatience\b/i, name: /^patience$/, say: 'deadline, timeout' },
  {
    text: /\b(?:falls?|fell|is|are|was|were|been?) silent\b|\bsilent (?:server|connection|database)|\bsilence\b/i,
    name: /^silen(?:t|ce)$/,
    say: 'unresponsive, circuit breaker, idle timeout',
  },
  { text: /\bsuspects?\b/i, name: /^suspects?$/, say: 'poison job, quarantine' },
  { text: /\bseal(?:s|ed|ing)?\b/i, name: /^seal(?:s|ed)?$/, say: 'encode, encrypt' },
  {
    text: /\b(?:discreet|wordless|unquoted|unpictured)\b/i,
    name: /^(?:discreet|wordless|unquoted|unpictured)$/,
    say: 'redacted',
  },
  { text: /\btrials?\b/i, name: /^trials?$/, say: 'dry run' },
  { text: /\btall(?:y|ies)\b/i, name: /^tall(?:y|ies)$/, say: 'usage counter, quota' },
  { text: /\bloose\b/i, name: /^loose$/, say: 'untrusted, tainted' },
  { text: /\bread twice\b|\btwo readers\b/i, name: /^twice$/, say: 'verified, cross-checked' },
  { text: /\bin company\b/i, name: /^company$/, say: 'shared' },
  { text: /\bgates?\b/i, name: /^gates?$/, say: 'semaphore, admission' },
  { text: /\bcontained\b/i, name: /^contained$/, say: 'subsumed' },
  { text: /\b(?:be|is|are|not) summed\b/i, name: /^summed$/, say: 'additive' },
  { text: /\brow rules?\b/i, say: 'row-level rule' },
  { text: /\basked again\b/i, say: 'retried, requested again' },
  { text: /\b(?:asked|run|answered) together\b/i, name: /^together$/, say: 'shared scan, batched' },
  { text: /\bMOST_[A-Z]/, name: /^MOST$/, say: 'MAX_…' },
];

/**
 * Where one of these words is meant as everybody uses it: `{ word, file, reason }`. An entry without use
 * fails the check.
 * @type {{ word: string, file: string, reason: string }[]}
 */
export const exceptions = [];
