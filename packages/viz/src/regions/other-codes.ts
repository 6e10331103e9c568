/**
 * Codes of ISO 3166-2 of other years, and of the larger unit that a region is the whole of: the same region by the code
 * that its boundaries have here. Names changed in the same years stand with them.
 */
export const otherCodes: ReadonlyMap<string, readonly string[]> = new Map([
  ['CZ-10', ['Praha', 'Hlavní město Praha']],
  ['CZ-513', ['CZ-51']],
  ['CZ-532', ['CZ-53']],
  ['CZ-712', ['CZ-71']],
  ['ES-AS', ['ES-O', 'Oviedo']],
  ['ES-CB', ['ES-S', 'Santander']],
  ['ES-LO', ['ES-RI', 'Rioja']],
  ['ES-MD', ['ES-M']],
  ['ES-MU', ['ES-MC']],
  ['ES-NA', ['ES-NC']],
  ['ES-PM', ['ES-IB', 'Illes Balears', 'Islas Baleares', 'Balears']],
  ['IN-CT', ['IN-CG']],
  ['IN-OR', ['IN-OD', 'Odisha']],
  ['IN-UT', ['IN-UK', 'Uttarakhand']],
]);
