import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { FilePreview, ImportSettingsInput } from '#contract/imports.ts'
import { useRuntime } from '#web/app/runtime.tsx'
import { type Choices, choiceFor, type FieldChoice, toChoices, toMapping } from './field-choice.ts'

/** Milliseconds without a change after which the preview is reloaded. */
const DEBOUNCE = 300

export type Kind = NonNullable<ImportSettingsInput['kind']>
export type OnError = NonNullable<ImportSettingsInput['onError']>

export interface ImportForm {
  readonly kind: Kind
  /** null: the server's proposal */
  readonly choices: Choices | null
  readonly onError: OnError
  readonly refundIdPrefix: string
}

const INITIAL_FORM: ImportForm = { kind: 'auto', choices: null, onError: 'abort', refundIdPrefix: '' }

const toSettings = ({ kind, choices, onError, refundIdPrefix }: ImportForm): ImportSettingsInput => ({
  kind,
  onError,
  ...(choices ? { mapping: toMapping(choices) } : {}),
  ...(refundIdPrefix === '' ? {} : { refundIdPrefix }),
})

/** Null while a person has to choose. */
const detectedKind = (preview: FilePreview | undefined): FilePreview['kind'] | null =>
  preview === undefined || preview.detection.certainty === 'unsure' ? null : preview.kind

interface StagedFile {
  readonly serviceId: string
  readonly fileId: string
}

/** The import preview for the current settings, and functions to change them. */
export const usePreview = ({ serviceId, fileId }: StagedFile) => {
  const { queries } = useRuntime()
  const [form, setForm] = useState(INITIAL_FORM)
  const [settled] = useDebouncedValue(form, DEBOUNCE)
  const preview = useQuery(
    queries.services.preview.queryOptions({
      input: { id: serviceId, fileId, ...toSettings(settled) },
      placeholderData: keepPreviousData,
      staleTime: Number.POSITIVE_INFINITY,
      retry: false,
    }),
  )
  const choices = form.choices ?? toChoices(preview.data?.mapping ?? {})

  const change = (part: Partial<ImportForm>) => setForm((before) => ({ ...before, ...part }))
  const chooseKind = (kind: FilePreview['kind']) => change({ kind, choices: null })
  const choose = (field: string, part: Partial<FieldChoice>) =>
    change({ choices: { ...choices, [field]: { ...choiceFor(choices, field), ...part } } })

  const chosenKind = form.kind === 'auto' ? detectedKind(preview.data) : form.kind
  const settings: ImportSettingsInput = toSettings({ ...form, kind: chosenKind ?? 'auto', choices })
  return { form, preview, choices, settings, chosenKind, change, chooseKind, choose }
}
