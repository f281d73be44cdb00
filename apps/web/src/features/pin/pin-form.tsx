import { Radio, SegmentedControl, Select, Stack, Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { Dashboard } from '#contract/dashboards.ts'
import type { ReportCatalog } from '#contract/report-catalog.ts'
import type { ReportShow } from '#domain/report-terms.ts'
import { lowerFirst } from '#domain/text.ts'
import { firstMessage } from '#web/api/api-error.ts'
import { DialogButtons } from '#web/app/dialog.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import { type Measure, type PinSubject, pinnableMeasures, supportedDisplays } from './pin-subject.ts'
import { pinTo, pinToNew } from './save-pin.ts'

const REQUIRED = 'This field is required'
const NEW = 'new dashboard'
const ALL_NUMBERS = 'all numbers'

const SHOW_LABELS: Readonly<Record<ReportShow, string>> = {
  number: 'Number',
  chart: 'Chart',
  table: 'Table',
  pivot: 'Pivot table',
}

interface Draft {
  readonly title: string
  /** slug, or NEW */
  readonly dashboard: string
  readonly newName: string
  readonly show: ReportShow
  /** columnId; null: the first numbers */
  readonly measure: string | null
  readonly isLinked: boolean
}

const tileOf = ({ link, copy }: PinSubject, { title, show, measure, isLinked }: Draft) => {
  const { definition, dates } = copy ?? { definition: null, dates: {} }
  const source = isLinked && link !== null ? link : definition
  const number = show === 'number' && measure !== null ? { measure } : {}
  return { show, props: { title: title.trim(), source, show, ...number, ...(source === link ? {} : dates) } }
}

interface PinFormProps {
  readonly subject: PinSubject
  readonly catalog: ReportCatalog
  readonly dashboards: readonly Dashboard[]
  readonly onPinned: (dashboard: Dashboard) => void
  readonly onClose: () => void
}

/** A figure is called by its number as well: `Net sales, actual`. */
const pinTitle = ({ title, measure }: PinSubject, measures: readonly Measure[]): string => {
  const number = measures.find(({ columnId }) => columnId === measure)
  return number === undefined ? title : `${number.label}, ${lowerFirst(title)}`
}

const useDraft = (subject: PinSubject, measures: readonly Measure[], dashboards: readonly Dashboard[]) => {
  const [draft, setDraft] = useState<Draft>(() => ({
    title: pinTitle(subject, measures),
    dashboard: (dashboards.find(({ isDefault }) => isDefault) ?? dashboards[0])?.slug ?? NEW,
    newName: '',
    show: subject.measure === undefined ? (supportedDisplays(subject.definition, measures)[0] ?? 'table') : 'number',
    measure: subject.measure ?? measures[0]?.columnId ?? null,
    isLinked: subject.link !== null && (!subject.isChanged || subject.copy === null),
  }))
  return { draft, edit: (change: Partial<Draft>) => setDraft((current) => ({ ...current, ...change })) }
}

const usePinning = (subject: PinSubject, onPinned: PinFormProps['onPinned']) => {
  const { api, queries, queryClient } = useRuntime()
  return useMutation({
    mutationFn: (draft: Draft) => {
      const tile = tileOf(subject, draft)
      return draft.dashboard === NEW ? pinToNew(api, draft.newName.trim(), tile) : pinTo(api, draft.dashboard, tile)
    },
    onSuccess: (dashboard) => {
      void queryClient.invalidateQueries({ queryKey: queries.dashboards.key() })
      onPinned(dashboard)
    },
  })
}

/** What a tile of the report is called, where it goes and how it is shown. */
export const PinForm = ({ subject, catalog, dashboards, onPinned, onClose }: PinFormProps) => {
  const measures = pinnableMeasures(subject.definition, catalog)
  const { draft, edit } = useDraft(subject, measures, dashboards)
  const [isSubmitted, setSubmitted] = useState(false)
  const pin = usePinning(subject, onPinned)
  const isUntitled = draft.title.trim() === ''
  const isUnnamed = draft.dashboard === NEW && draft.newName.trim() === ''
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault()
    // The dialog may be above another form.
    event.stopPropagation()
    setSubmitted(true)
    if (!isUntitled && !isUnnamed) pin.mutate(draft)
  }
  return (
    <form onSubmit={handleSubmit} noValidate>
      <Stack gap="sm">
        <Select
          label="Dashboard"
          data-autofocus
          allowDeselect={false}
          data={[
            ...dashboards.map(({ slug, name }) => ({ value: slug, label: name })),
            { value: NEW, label: 'New dashboard…' },
          ]}
          value={draft.dashboard}
          onChange={(dashboard) => dashboard !== null && edit({ dashboard })}
        />
        {draft.dashboard === NEW ? (
          <TextInput
            label="Dashboard name"
            required
            maxLength={200}
            value={draft.newName}
            error={isSubmitted && isUnnamed ? REQUIRED : null}
            onChange={({ currentTarget }) => edit({ newName: currentTarget.value })}
          />
        ) : null}
        <TextInput
          label="Title"
          required
          maxLength={200}
          value={draft.title}
          error={isSubmitted && isUntitled ? REQUIRED : null}
          onChange={({ currentTarget }) => edit({ title: currentTarget.value })}
        />
        <ShowFields {...{ subject, measures, draft, edit }} />
        <LinkField {...{ subject, draft, edit }} />
        {pin.error ? (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {firstMessage(pin.error, 'The report couldn’t be added. Check your connection and try again.')}
          </Text>
        ) : null}
      </Stack>
      <DialogButtons mt="lg" confirm="Pin" isBusy={pin.isPending} onCancel={onClose} />
    </form>
  )
}

interface DraftFieldProps {
  readonly subject: PinSubject
  readonly draft: Draft
  readonly edit: (change: Partial<Draft>) => void
}

const ShowFields = ({
  subject,
  measures,
  draft,
  edit,
}: DraftFieldProps & { readonly measures: readonly Measure[] }) => {
  const shows = supportedDisplays(subject.definition, measures)
  return (
    <>
      <div>
        <Text component="span" id="pin-show" size="sm" fw={500} display="block" mb={4}>
          Show as
        </Text>
        <SegmentedControl
          fullWidth
          aria-labelledby="pin-show"
          data={shows.map((value) => ({ value, label: SHOW_LABELS[value] }))}
          value={draft.show}
          onChange={(value) => edit({ show: shows.find((show) => show === value) ?? draft.show })}
        />
      </div>
      {draft.show === 'number' && measures.length > 1 ? (
        <Select
          label="Number"
          allowDeselect={false}
          data={[
            ...measures.map(({ columnId, label }) => ({ value: columnId, label })),
            { value: ALL_NUMBERS, label: 'All, with the first one large' },
          ]}
          value={draft.measure ?? ALL_NUMBERS}
          onChange={(value) => edit({ measure: value === ALL_NUMBERS ? null : value })}
        />
      ) : null}
    </>
  )
}

const LinkField = ({ subject: { link, copy, isChanged }, draft, edit }: DraftFieldProps) => {
  if (link === null || copy === null) return null
  return (
    <Radio.Group
      label="When the report changes"
      value={draft.isLinked ? 'linked' : 'copied'}
      onChange={(value) => edit({ isLinked: value === 'linked' })}
    >
      <Stack gap={6} mt={6}>
        <Radio
          value="linked"
          label="Update this tile (linked)"
          description={isChanged ? 'Without the dates and filters that you chose on this page' : undefined}
        />
        <Radio value="copied" label="Keep this version (copy)" />
      </Stack>
    </Radio.Group>
  )
}
