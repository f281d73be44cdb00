import { useMutation } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import type { Service, ServiceType } from '#contract/services.ts'
import { maxLengthRule, requiredRule } from '#domain/field-rules.ts'
import { fieldMessages, firstMessage } from '#web/api/api-error.ts'
import { useRuntime } from '#web/app/runtime.tsx'
import { toast } from '#web/app/toast.ts'
import { useReloadAfterRun } from '../runs/use-run.ts'
import { useSyncService } from '../use-service-changes.tsx'
import { useConnectionTest } from './connection-result.tsx'
import {
  editableFields,
  initialValues,
  type SettingField,
  type SettingValues,
  settingMessages,
  settingProblems,
  toSettings,
} from './setting-values.ts'

/** Values of the edit form. */
interface EditDraft {
  readonly name: string
  readonly interval: number | null
  readonly values: SettingValues
}

const toDraft = (service: Service, fields: readonly SettingField[]): EditDraft => ({
  name: service.name,
  interval: service.syncEveryMinutes,
  values: initialValues(fields, service.settings),
})

/** Whether the connection changed: a setting differs, or a secret was entered. */
export const connectionDiffers = (draft: EditDraft, original: EditDraft, fields: readonly SettingField[]): boolean =>
  JSON.stringify(toSettings(fields, draft.values)) !== JSON.stringify(toSettings(fields, original.values))

export const draftDiffers = (draft: EditDraft, original: EditDraft, fields: readonly SettingField[]): boolean =>
  draft.name.trim() !== original.name ||
  draft.interval !== original.interval ||
  connectionDiffers(draft, original, fields)

const MAX_NAME_LENGTH = 100

/** A service name's error; null when valid. */
export const nameProblem = (name: string): string | null =>
  requiredRule(name.trim()) ?? maxLengthRule(MAX_NAME_LENGTH)(name.trim())

interface SaveService {
  readonly service: Service
  readonly fields: readonly SettingField[]
  readonly onSaved: () => void
}

/** Saves a service, and syncs it if it needed attention. */
const useSaveService = ({ service, fields, onSaved }: SaveService) => {
  const { api } = useRuntime()
  const reload = useReloadAfterRun()
  const sync = useSyncService()
  return useMutation({
    mutationFn: ({ name, interval, values }: EditDraft) =>
      api.services.update({
        id: service.id,
        name: name.trim(),
        ...(fields.length > 0 ? { settings: toSettings(fields, values), syncEveryMinutes: interval } : {}),
      }),
    onSuccess: () => {
      toast.success('Service saved')
      reload()
      if (service.state === 'needsAttention') sync.mutate({ id: service.id })
      onSaved()
    },
  })
}

interface EditForm {
  readonly service: Service
  readonly type: ServiceType
  readonly onDone: () => void
}

const NOT_SAVED = 'The service wasn’t saved. Check your connection and try again. Your entries are still here.'

/** State of the edit form: values, errors, and the actions to test and save. */
export const useEditForm = ({ service, type, onDone }: EditForm) => {
  const fields = useMemo(() => editableFields(service, type), [service, type])
  const [original] = useState(() => toDraft(service, fields))
  const [draft, setDraft] = useState(original)
  const [showsProblems, setShowsProblems] = useState(false)
  const isDone = useRef(false)
  const test = useConnectionTest()
  const handleSaved = (): void => {
    isDone.current = true
    onDone()
  }
  const save = useSaveService({ service, fields, onSaved: handleSaved })

  const problems = settingProblems(fields, draft.values, service.secretsSet)
  const saveError = save.variables === draft ? save.error : null
  const refused = settingMessages(fieldMessages(saveError))
  const isRefused = Object.keys(refused).length > 0
  const asked = { type: service.type, settings: toSettings(fields, draft.values), id: service.id }
  const tested = test.outcomeOf(asked)
  /** Runs `send` if the form is valid, else shows the errors. */
  const ifValid = (send: () => void) => (): void => {
    setShowsProblems(true)
    if (nameProblem(draft.name) === null && Object.keys(problems).length === 0) send()
  }
  return {
    fields,
    draft,
    change: (part: Partial<EditDraft>) => setDraft({ ...draft, ...part }),
    nameProblem: showsProblems ? nameProblem(draft.name) : null,
    problems: { ...(showsProblems ? problems : {}), ...tested.problems, ...refused },
    failure: tested.failure ?? (saveError && !isRefused ? firstMessage(saveError, NOT_SAVED) : null),
    result: tested.result,
    isTesting: test.isPending,
    isSaving: save.isPending,
    tryOut: ifValid(() => test.start(asked)),
    save: ifValid(() => !save.isPending && save.mutate(draft)),
    isUnsaved: () => !isDone.current && draftDiffers(draft, original, fields),
  }
}
