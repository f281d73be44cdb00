/**
 * Terms that the project does not use, each with the standard one. Identifiers, comments, test names, UI strings and docs are searched.
 * A pattern is matched against single lines, case-sensitively unless it says otherwise.
 */
export const BANNED = [
  // identifiers and file names
  [/\bdemand[A-Z-]\w+/, 'assertX'],
  [/\bkept[A-Z]|[a-z]Kept(?![a-z])|\bKept[A-Z]|\bkept-/, 'cached or stored'],
  [/\btell[A-Z]\w*|\btell-\w+/, 'notifyX, renderX'],
  [
    /\blook(s|ed|ing)?(?!up|Up|ahead|Ahead|behind|Behind)[A-Z]\w*|\bLooked\b|[a-z]Look(s|ed)?\b/,
    'analyzeX, AnalysisRun',
  ],
  [/judg(e|ing|ment)/i, 'reference evaluator; score, compare'],
  [/\breceipt[A-Z]|[a-z]Receipts?(?![a-z])|\breceipts?-|-receipts?\b/, 'provenance'],
  [/passport/i, 'lineage'],
  [/\bset[ -]?asides?\b|setAside|SetAside|SET_ASIDE/i, 'quarantined (code), skipped (screen)'],
  [/\bmade(Rows?|Tasting|Signup|Visit)|\bmade-(rows?|tasting|signup)|\bmade rows?\b/, 'inferred rows'],
  [
    /(?<!in a |In a |for a |took a )\bmoments?\b(?! ago)|[a-z]Moments?(?![a-z])|\bmoments?[A-Z-]|\bMoments?[A-Z]|\bMoment\b/,
    'timestamp, instant',
  ],
  [
    /\bbelongingTo\b|\bKeptGroups\b|\bDataMoved\b|\bPassingFailure\b|\bBadPage\b|\bSTAND_IN\b|\bEYES\b|\b(type|interface|:) Ground\b|\bWider\b/,
    'see the glossary',
  ],
  [/\bWant\b|\bwantOf\b|\bwant-of\b/, 'ParsedQuestion, parseQuestion'],
  [/\bdoubt(s|ful)?\b/i, 'ambiguities'],
  [
    /still-there|sync-brake|row-family|rowFamily|\/gone\.ts|-words\.ts\b|launch\.(own|serve|address)|ways\.policy/,
    'see the glossary',
  ],
  [/account-life(?!cycle)|[aA]ccountLife(?!cycle|time)/, 'account lifecycle'],
  [
    /\bbrief[A-Z]|[a-z]Brief(?![a-z])|\bbrief-|-brief\b|\b(morning|the|a|an|of|each) briefs?\b/,
    'digest (code), morning summary (screen)',
  ],
  // prose
  [/\bbeside\b/i, 'next to, compared with'],
  [/\b(fore)?told\b/i, 'notified, forecast, shown'],
  [/\bmend(s|ed|ing)?\b/i, 'fix, repair, resolve'],
  [/\bjourneys?\b/i, 'end-to-end test'],
  [/\bheld columns?\b/i, 'denormalized columns'],
  [
    /\blets? others go first\b|\bgives? way\b|\bgo(es)? first\b|\bby the clock\b|\bfor good\b|\bat rest\b/i,
    'say what happens, literally',
  ],
  [/\bweightiest\b|\bbehold\b|\blearnt\b|\bwhilst\b|\borganisation/i, 'American English, standard words'],
  [/(?<!')\be-mail/i, 'email'],
]
