import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { CustomColumn, FilePreview, ImportSettingsInput } from '#contract/imports.ts'
import { useRuntime } from '#web/app/runtime.tsx'
import type { ExpectedTexts } from './expected-totals.ts'
import { type Choices, choiceFor, type FieldChoice, toChoices, toMapping } from './field-choice.ts'

/** Milliseconds without a change after which the preview is reloaded. */
const DEBOUNCE = 300

type Kind = NonNullable<ImportSettingsInput['kind']>
type OnError = NonNullable<ImportSettingsInput['onError']>

export interface ImportForm {
  readonly kind: Kind
  /** null: the server's proposal */
  readonly choices: Choices | null
  /** null: the server's proposal */
  readonly onError: OnError | null
  /** null: the server's proposal */
  readonly refundIdPrefix: string | null
  /** whether the settings of an earlier import may be proposed */
  readonly reuse: boolean
  /** what the other system says of the file, as typed */
  readonly expected: ExpectedTexts
  /** columns that are kept as custom fields; null: the server's proposal */
  readonly customFields: readonly CustomColumn[] | null
  /** columns whose filled cells are records; null: none; undefined: the server's proposal */
  readonly unpivot: readonly string[] | null | undefined
  /** sheet or file, of several; null: the server's choice */
  readonly table: string | null
}

const NOTHING_EXPECTED: ExpectedTexts = { orders: '', netSales: '', total: '' }

const INITIAL_FORM: ImportForm = {
  kind: 'auto',
  choices: null,
  onError: null,
  refundIdPrefix: null,
  reuse: true,
  expected: NOTHING_EXPECTED,
  customFields: null,
  unpivot: undefined,
  table: null,
}

const toSettings = (form: ImportForm): ImportSettingsInput => {
  const { kind, choices, onError, refundIdPrefix, customFields, unpivot, table } = form
  return {
    kind,
    ...(unpivot === undefined ? {} : { unpivot: unpivot && { columns: [...unpivot] } }),
    ...(table === null ? {} : { table }),
    ...(onError === null ? {} : { onError }),
    ...(choices ? { mapping: toMapping(choices) } : {}),
    ...(refundIdPrefix ? { refundIdPrefix } : {}),
    ...(customFields === null || customFields.length === 0 ? {} : { customFields: [...customFields] }),
  }
}

/** Null while a person has to choose. */
const detectedKind = (preview: FilePreview | undefined): FilePreview['kind'] | null =>
  preview === undefined || (preview.detection.certainty === 'unsure' && !preview.saved) ? null : preview.kind

interface StagedFile {
  readonly serviceId: string
  readonly fileId: string
  /** the import whose settings are proposed; null: the last one of a file with these columns */
  readonly reuseRun: string | null
}

/** The import preview for the current settings, and functions to change them. */
export const usePreview = ({ serviceId, fileId, reuseRun }: StagedFile) => {
  const { queries } = useRuntime()
  const [form, setForm] = useState(INITIAL_FORM)
  const [settled] = useDebouncedValue(form, DEBOUNCE)
  const preview = useQuery(
    queries.services.preview.queryOptions({
      input: {
        id: serviceId,
        fileId,
        reuse: settled.reuse,
        ...(reuseRun && settled.reuse && { reuseRun }),
        ...toSettings(settled),
      },
      placeholderData: keepPreviousData,
      retry: false,
    }),
  )
  // A change asks for a preview of explicit settings, which proposes nothing: what was proposed first is remembered.
  const [saved, setSaved] = useState<FilePreview['saved']>(null)
  const proposed = preview.data?.saved ?? null
  if (proposed && proposed.importedUtc !== saved?.importedUtc && form.reuse) setSaved(proposed)
  // Until the preview of a newly chosen kind arrives, the one before it proposes columns for other fields.
  const isOfKind = form.kind === 'auto' || preview.data?.kind === form.kind
  const unpivot = form.unpivot === undefined ? (preview.data?.unpivot?.columns ?? null) : form.unpivot
  const choices = form.choices ?? toChoices(preview.data?.mapping ?? {})

  const change = (part: Partial<ImportForm>) => setForm((before) => ({ ...before, ...part }))
  const chooseKind = (kind: FilePreview['kind']) =>
    change({ kind, choices: null, unpivot: undefined, customFields: [], reuse: false })
  const forgetSaved = () => {
    setSaved(null)
    setForm({ ...INITIAL_FORM, table: form.table, reuse: false })
  }
  const chosenKind = form.kind === 'auto' ? detectedKind(preview.data) : form.kind
  const customFields = form.customFields ?? saved?.customFields ?? []
  const choose = (field: string, part: Partial<FieldChoice>) =>
    change({
      kind: chosenKind ?? 'auto',
      customFields,
      unpivot,
      choices: { ...choices, [field]: { ...choiceFor(choices, field), ...part } },
    })
  const chooseUnpivot = (columns: readonly string[]) =>
    change({
      kind: chosenKind ?? 'auto',
      choices: null,
      unpivot: columns.length === 0 ? null : columns,
      reuse: false,
    })
  const chooseTable = (table: string | null) => {
    setSaved(null)
    setForm({ ...INITIAL_FORM, table })
  }
  const onError = form.onError ?? saved?.onError ?? 'abort'
  const refundIdPrefix = form.refundIdPrefix ?? saved?.refundIdPrefix ?? ''
  const settingsOf = (chosen: Choices): ImportSettingsInput => {
    const kind = chosenKind ?? 'auto'
    return toSettings({ ...form, kind, choices: chosen, unpivot, onError, refundIdPrefix, customFields })
  }
  const settingsWith = (field: string, part: Partial<FieldChoice>): ImportSettingsInput =>
    settingsOf({ ...choices, [field]: { ...choiceFor(choices, field), ...part } })
  return {
    form: { ...form, onError, refundIdPrefix, customFields },
    preview,
    saved,
    choices,
    settings: settingsOf(choices),
    settingsWith,
    chosenKind,
    isOfKind,
    change,
    chooseKind,
    chooseUnpivot,
    chooseTable,
    choose,
    forgetSaved,
  }
}
