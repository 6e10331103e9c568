/** More of them than a page says at once: locales, zones and forms are a few, but all of them come from outside. */
const MOST = 500;

/** Making a format costs more than a hundred uses of it, so each is made once. */
function once<Options, Format>(
  make: (locale: string, options?: Options) => Format,
): (locale: string, options?: Options) => Format {
  const made = new Map<string, Format>();
  return (locale, options) => {
    const key = options === undefined ? locale : locale + JSON.stringify(options);
    let format = made.get(key);
    if (format === undefined) {
      format = make(locale, options);
      if (made.size >= MOST) made.clear();
      made.set(key, format);
    }
    return format;
  };
}

/** @param locale BCP 47 @throws RangeError for options or a locale that are none */
export const numberFormat = once(
  (locale: string, options?: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options),
);

/** @param locale BCP 47 @throws RangeError for options, a zone or a locale that are none */
export const dateFormat = once(
  (locale: string, options?: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options),
);
