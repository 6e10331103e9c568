import { otherCountryNames } from './other-country-names.ts';
import { plainName } from './plain-name.ts';

/** A country or territory of ISO 3166-1, with a point in its middle. */
export type Country = {
  readonly name: string;
  /** Two letters of ISO 3166-1. */
  readonly cca2: string;
  /** Three letters of ISO 3166-1. */
  readonly cca3: string;
  /** The code of its Olympic committee; `null` where it has none. */
  readonly cioc: string | null;
  /** Degrees to the north. */
  readonly latitude: number;
  /** Degrees to the east. */
  readonly longitude: number;
};

/** By what countries are named in data. */
export type CountryField = 'name' | 'cca2' | 'cca3' | 'cioc';

// Codes of ISO 3166-1 and of the International Olympic Committee, points in whole or half degrees as atlases give
// them. Kosovo has no code of its own in the standard and goes by those that are in use.
const lines = `
AD AND AND 42.5 1.5 Andorra
AE ARE UAE 24 54 United Arab Emirates
AF AFG AFG 33 65 Afghanistan
AG ATG ANT 17.05 -61.8 Antigua and Barbuda
AI AIA - 18.25 -63.17 Anguilla
AL ALB ALB 41 20 Albania
AM ARM ARM 40 45 Armenia
AO AGO ANG -12.5 18.5 Angola
AQ ATA - -90 0 Antarctica
AR ARG ARG -34 -64 Argentina
AS ASM ASA -14.33 -170 American Samoa
AT AUT AUT 47.33 13.33 Austria
AU AUS AUS -27 133 Australia
AW ABW ARU 12.5 -69.97 Aruba
AX ALA - 60.12 19.9 Åland Islands
AZ AZE AZE 40.5 47.5 Azerbaijan
BA BIH BIH 44 18 Bosnia and Herzegovina
BB BRB BAR 13.17 -59.53 Barbados
BD BGD BAN 24 90 Bangladesh
BE BEL BEL 50.83 4 Belgium
BF BFA BUR 13 -2 Burkina Faso
BG BGR BUL 43 25 Bulgaria
BH BHR BRN 26 50.55 Bahrain
BI BDI BDI -3.5 30 Burundi
BJ BEN BEN 9.5 2.25 Benin
BL BLM - 18.5 -63.42 Saint Barthélemy
BM BMU BER 32.33 -64.75 Bermuda
BN BRN BRU 4.5 114.67 Brunei
BO BOL BOL -17 -65 Bolivia
BQ BES - 12.18 -68.25 Caribbean Netherlands
BR BRA BRA -10 -55 Brazil
BS BHS BAH 24.25 -76 Bahamas
BT BTN BHU 27.5 90.5 Bhutan
BV BVT - -54.43 3.4 Bouvet Island
BW BWA BOT -22 24 Botswana
BY BLR BLR 53 28 Belarus
BZ BLZ BIZ 17.25 -88.75 Belize
CA CAN CAN 60 -95 Canada
CC CCK - -12.5 96.83 Cocos (Keeling) Islands
CD COD COD 0 25 DR Congo
CF CAF CAF 7 21 Central African Republic
CG COG CGO -1 15 Republic of the Congo
CH CHE SUI 47 8 Switzerland
CI CIV CIV 8 -5 Ivory Coast
CK COK COK -21.23 -159.77 Cook Islands
CL CHL CHI -30 -71 Chile
CM CMR CMR 6 12 Cameroon
CN CHN CHN 35 105 China
CO COL COL 4 -72 Colombia
CR CRI CRC 10 -84 Costa Rica
CU CUB CUB 21.5 -80 Cuba
CV CPV CPV 16 -24 Cape Verde
CW CUW - 12.12 -68.93 Curaçao
CX CXR - -10.5 105.67 Christmas Island
CY CYP CYP 35 33 Cyprus
CZ CZE CZE 49.75 15.5 Czechia
DE DEU GER 51 9 Germany
DJ DJI DJI 11.5 43 Djibouti
DK DNK DEN 56 10 Denmark
DM DMA DMA 15.42 -61.33 Dominica
DO DOM DOM 19 -70.67 Dominican Republic
DZ DZA ALG 28 3 Algeria
EC ECU ECU -2 -77.5 Ecuador
EE EST EST 59 26 Estonia
EG EGY EGY 27 30 Egypt
EH ESH - 24.5 -13 Western Sahara
ER ERI ERI 15 39 Eritrea
ES ESP ESP 40 -4 Spain
ET ETH ETH 8 38 Ethiopia
FI FIN FIN 64 26 Finland
FJ FJI FIJ -18 175 Fiji
FK FLK - -51.75 -59 Falkland Islands
FM FSM FSM 6.92 158.25 Micronesia
FO FRO - 62 -7 Faroe Islands
FR FRA FRA 46 2 France
GA GAB GAB -1 11.75 Gabon
GB GBR GBR 54 -2 United Kingdom
GD GRD GRN 12.12 -61.67 Grenada
GE GEO GEO 42 43.5 Georgia
GF GUF - 4 -53 French Guiana
GG GGY - 49.47 -2.58 Guernsey
GH GHA GHA 8 -2 Ghana
GI GIB - 36.13 -5.35 Gibraltar
GL GRL - 72 -40 Greenland
GM GMB GAM 13.47 -16.57 Gambia
GN GIN GUI 11 -10 Guinea
GP GLP - 16.25 -61.58 Guadeloupe
GQ GNQ GEQ 2 10 Equatorial Guinea
GR GRC GRE 39 22 Greece
GS SGS - -54.5 -37 South Georgia
GT GTM GUA 15.5 -90.25 Guatemala
GU GUM GUM 13.47 144.78 Guam
GW GNB GBS 12 -15 Guinea-Bissau
GY GUY GUY 5 -59 Guyana
HK HKG HKG 22.27 114.19 Hong Kong
HM HMD - -53.1 72.52 Heard Island and McDonald Islands
HN HND HON 15 -86.5 Honduras
HR HRV CRO 45.17 15.5 Croatia
HT HTI HAI 19 -72.42 Haiti
HU HUN HUN 47 20 Hungary
ID IDN INA -5 120 Indonesia
IE IRL IRL 53 -8 Ireland
IL ISR ISR 31.47 35.13 Israel
IM IMN - 54.25 -4.5 Isle of Man
IN IND IND 20 77 India
IO IOT - -6 71.5 British Indian Ocean Territory
IQ IRQ IRQ 33 44 Iraq
IR IRN IRI 32 53 Iran
IS ISL ISL 65 -18 Iceland
IT ITA ITA 42.83 12.83 Italy
JE JEY - 49.25 -2.17 Jersey
JM JAM JAM 18.25 -77.5 Jamaica
JO JOR JOR 31 36 Jordan
JP JPN JPN 36 138 Japan
KE KEN KEN 1 38 Kenya
KG KGZ KGZ 41 75 Kyrgyzstan
KH KHM CAM 13 105 Cambodia
KI KIR KIR 1.42 173 Kiribati
KM COM COM -12.17 44.25 Comoros
KN KNA SKN 17.33 -62.75 Saint Kitts and Nevis
KP PRK PRK 40 127 North Korea
KR KOR KOR 37 127.5 South Korea
KW KWT KUW 29.5 45.75 Kuwait
KY CYM CAY 19.5 -80.5 Cayman Islands
KZ KAZ KAZ 48 68 Kazakhstan
LA LAO LAO 18 105 Laos
LB LBN LBN 33.83 35.83 Lebanon
LC LCA LCA 13.88 -60.97 Saint Lucia
LI LIE LIE 47.27 9.53 Liechtenstein
LK LKA SRI 7 81 Sri Lanka
LR LBR LBR 6.5 -9.5 Liberia
LS LSO LES -29.5 28.5 Lesotho
LT LTU LTU 56 24 Lithuania
LU LUX LUX 49.75 6.17 Luxembourg
LV LVA LAT 57 25 Latvia
LY LBY LBA 25 17 Libya
MA MAR MAR 32 -5 Morocco
MC MCO MON 43.73 7.4 Monaco
MD MDA MDA 47 29 Moldova
ME MNE MNE 42.5 19.3 Montenegro
MF MAF - 18.08 -63.95 Saint Martin
MG MDG MAD -20 47 Madagascar
MH MHL MHL 9 168 Marshall Islands
MK MKD MKD 41.83 22 North Macedonia
ML MLI MLI 17 -4 Mali
MM MMR MYA 22 98 Myanmar
MN MNG MGL 46 105 Mongolia
MO MAC - 22.17 113.55 Macau
MP MNP - 15.2 145.75 Northern Mariana Islands
MQ MTQ - 14.67 -61 Martinique
MR MRT MTN 20 -12 Mauritania
MS MSR - 16.75 -62.2 Montserrat
MT MLT MLT 35.83 14.58 Malta
MU MUS MRI -20.28 57.55 Mauritius
MV MDV MDV 3.25 73 Maldives
MW MWI MAW -13.5 34 Malawi
MX MEX MEX 23 -102 Mexico
MY MYS MAS 2.5 112.5 Malaysia
MZ MOZ MOZ -18.25 35 Mozambique
NA NAM NAM -22 17 Namibia
NC NCL - -21.5 165.5 New Caledonia
NE NER NIG 16 8 Niger
NF NFK - -29.03 167.95 Norfolk Island
NG NGA NGR 10 8 Nigeria
NI NIC NCA 13 -85 Nicaragua
NL NLD NED 52.5 5.75 Netherlands
NO NOR NOR 62 10 Norway
NP NPL NEP 28 84 Nepal
NR NRU NRU -0.53 166.92 Nauru
NU NIU - -19.03 -169.87 Niue
NZ NZL NZL -41 174 New Zealand
OM OMN OMA 21 57 Oman
PA PAN PAN 9 -80 Panama
PE PER PER -10 -76 Peru
PF PYF - -15 -140 French Polynesia
PG PNG PNG -6 147 Papua New Guinea
PH PHL PHI 13 122 Philippines
PK PAK PAK 30 70 Pakistan
PL POL POL 52 20 Poland
PM SPM - 46.83 -56.33 Saint Pierre and Miquelon
PN PCN - -25.07 -130.1 Pitcairn Islands
PR PRI PUR 18.25 -66.5 Puerto Rico
PS PSE PLE 31.9 35.2 Palestine
PT PRT POR 39.5 -8 Portugal
PW PLW PLW 7.5 134.5 Palau
PY PRY PAR -23 -58 Paraguay
QA QAT QAT 25.5 51.25 Qatar
RE REU - -21.15 55.5 Réunion
RO ROU ROU 46 25 Romania
RS SRB SRB 44 21 Serbia
RU RUS RUS 60 100 Russia
RW RWA RWA -2 30 Rwanda
SA SAU KSA 25 45 Saudi Arabia
SB SLB SOL -8 159 Solomon Islands
SC SYC SEY -4.58 55.67 Seychelles
SD SDN SUD 15 30 Sudan
SE SWE SWE 62 15 Sweden
SG SGP SGP 1.37 103.8 Singapore
SH SHN - -15.95 -5.72 Saint Helena, Ascension and Tristan da Cunha
SI SVN SLO 46.12 14.82 Slovenia
SJ SJM - 78 20 Svalbard and Jan Mayen
SK SVK SVK 48.67 19.5 Slovakia
SL SLE SLE 8.5 -11.5 Sierra Leone
SM SMR SMR 43.77 12.42 San Marino
SN SEN SEN 14 -14 Senegal
SO SOM SOM 10 49 Somalia
SR SUR SUR 4 -56 Suriname
SS SSD SSD 7 30 South Sudan
ST STP STP 1 7 São Tomé and Príncipe
SV SLV ESA 13.83 -88.92 El Salvador
SX SXM - 18.03 -63.05 Sint Maarten
SY SYR SYR 35 38 Syria
SZ SWZ SWZ -26.5 31.5 Eswatini
TC TCA - 21.75 -71.58 Turks and Caicos Islands
TD TCD CHA 15 19 Chad
TF ATF - -49.25 69.17 French Southern and Antarctic Lands
TG TGO TOG 8 1.17 Togo
TH THA THA 15 100 Thailand
TJ TJK TJK 39 71 Tajikistan
TK TKL - -9 -172 Tokelau
TL TLS TLS -8.83 125.92 Timor-Leste
TM TKM TKM 40 60 Turkmenistan
TN TUN TUN 34 9 Tunisia
TO TON TGA -20 -175 Tonga
TR TUR TUR 39 35 Turkey
TT TTO TTO 11 -61 Trinidad and Tobago
TV TUV TUV -8 178 Tuvalu
TW TWN TPE 23.5 121 Taiwan
TZ TZA TAN -6 35 Tanzania
UA UKR UKR 49 32 Ukraine
UG UGA UGA 1 32 Uganda
UM UMI - 19.28 166.6 United States Minor Outlying Islands
US USA USA 38 -97 United States
UY URY URU -33 -56 Uruguay
UZ UZB UZB 41 64 Uzbekistan
VA VAT - 41.9 12.45 Vatican City
VC VCT VIN 13.25 -61.2 Saint Vincent and the Grenadines
VE VEN VEN 8 -66 Venezuela
VG VGB IVB 18.43 -64.62 British Virgin Islands
VI VIR ISV 18.35 -64.93 United States Virgin Islands
VN VNM VIE 16.17 107.83 Vietnam
VU VUT VAN -16 167 Vanuatu
WF WLF - -13.3 -176.2 Wallis and Futuna
WS WSM SAM -13.58 -172.33 Samoa
XK UNK KOS 42.67 21.17 Kosovo
YE YEM YEM 15 48 Yemen
YT MYT - -12.83 45.17 Mayotte
ZA ZAF RSA -29 24 South Africa
ZM ZMB ZAM -15 30 Zambia
ZW ZWE ZIM -20 30 Zimbabwe
`;

const countries: readonly Country[] = lines
  .trim()
  .split('\n')
  .map((line): Country => {
    const [cca2 = '', cca3 = '', cioc = '-', latitude, longitude, ...name] = line.split(' ');
    return {
      name: name.join(' '),
      cca2,
      cca3,
      cioc: cioc === '-' ? null : cioc,
      latitude: Number(latitude),
      longitude: Number(longitude),
    };
  });

const byField = new Map<CountryField, ReadonlyMap<string, Country>>();

/**
 * The country that is named so, in letters of any case and whatever marks, signs and spaces are written; `null` for
 * what names none. By name, its former and long names find it too.
 */
export function findCountry(field: CountryField, text: string): Country | null {
  const known = byField.get(field) ?? readNames(field);
  byField.set(field, known);
  return known.get(plainName(text)) ?? null;
}

/** What a country calls itself goes before what another is called elsewhere. */
function readNames(field: CountryField): ReadonlyMap<string, Country> {
  const own = countries.map((country) => [country[field], country] as const);
  const others =
    field === 'name'
      ? countries.flatMap((country) => (otherCountryNames[country.cca3] ?? []).map((name) => [name, country] as const))
      : [];
  const names = new Map<string, Country>();
  for (const [name, country] of [...own, ...others])
    if (name !== null && !names.has(plainName(name))) names.set(plainName(name), country);
  return names;
}

/** A field of countries by its name in form data; the two letters for anything else. */
export function countryField(name: unknown): CountryField {
  return name === 'name' || name === 'cca3' || name === 'cioc' ? name : 'cca2';
}
