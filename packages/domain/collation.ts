/** Languages with an order of letters of their own that every engine knows by this name. The others sort as English does. */
const COLLATIONS: ReadonlySet<string> = new Set(
  'af ar az bg bs cs cy da el es et fi fil fo gl haw he hr hu hy ig is ja ka ko lt lv mk mt pl ro ru se sk sl sq sr sv ta te th tr uk vi zh'.split(
    ' ',
  ),
)

/** Norwegian has the order of Danish; not every engine knows its names. */
const SAME_ORDER: ReadonlyMap<string, string> = new Map([
  ['nb', 'da'],
  ['nn', 'da'],
  ['no', 'da'],
])

/** The ICU collation by which names sort in a culture (BCP 47). */
export const findCollation = (culture: string): string => {
  const { language, region } = new Intl.Locale(culture)
  if (language === 'fr' && region === 'CA') return 'fr_CA'
  const known = SAME_ORDER.get(language) ?? language
  return COLLATIONS.has(known) ? known : 'en'
}
