import { RequestRejected } from '#connectors/kit/platform-problems.ts'
import { ImportSettings } from '#contract/imports.ts'
import { parseJson } from '#domain/text.ts'
import type { SavedSettings } from '../saved-settings.repo.ts'
import type { ServiceRow } from '../services.repo.ts'

/** Settings of a service of files, as those of an upload. Throws `RequestRejected` for a mapping that is none. */
export const toImportSettings = ({
  kind = 'auto',
  skipBadRows,
  replaceConflicts,
  mapping,
}: ServiceRow['settings']): ImportSettings => {
  const onError = skipBadRows === true ? 'skip' : 'abort'
  const parsed = ImportSettings.safeParse({
    kind,
    onError,
    conflicts: replaceConflicts === true ? 'replace' : 'refuse',
    ...(mapping ? { mapping: parseJson(String(mapping)) } : {}),
  })
  if (parsed.success) return parsed.data
  throw new RequestRejected('The column mapping isn’t valid. It must be JSON that names a column for each field')
}

/**
 * How a service of files reads a file: as its settings say, else like the last import of a file with the same columns, unless that
 * had another kind. The service's settings decide on rows that cannot be read.
 */
export const settingsFor = (
  given: ServiceRow['settings'],
  saved: SavedSettings | null,
): { readonly settings: ImportSettings; readonly keys: readonly string[] } => {
  const settings = toImportSettings(given)
  const isOfKind = saved !== null && (settings.kind === 'auto' || settings.kind === saved.settings.kind)
  if (!isOfKind || settings.mapping !== undefined) return { settings, keys: [] }
  const { onError, duplicates, conflicts } = settings
  return { settings: { ...saved.settings, onError, duplicates, conflicts }, keys: saved.keys }
}
