import { Text, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ReportDefinition, type ReportDefinitionInput } from '#contract/report-definition.ts'
import type { Segment } from '#contract/segments.ts'
import { isSameText } from '#domain/text.ts'
import { useFormats } from '#ui/formats-context.tsx'
import { firstMessage } from '#web/api/api-error.ts'
import { FormDialog } from '#web/app/form-dialog.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import { toast } from '#web/app/toast.ts'
import { useReportCatalog } from '../reports/query/report-subject.ts'
import { describeConditions, MAX_NAME, nameConditions } from './segment-conditions.ts'
import { useRefreshSegments } from './use-refresh-segments.ts'

interface SegmentDialogProps {
  /** a list, whose conditions the segment gets; its name, if it has one, is proposed */
  readonly definition: ReportDefinitionInput
  /** renamed; absent: the name decides whether a segment is added or gets other conditions */
  readonly renamed?: Segment
  readonly onSaved?: () => void
  readonly onClose: () => void
}

/** Saves the conditions of a list as a segment, or renames one. */
export const SegmentDialog = ({ definition, renamed, onSaved, onClose }: SegmentDialogProps) => {
  const { api, queries } = useRuntime()
  const navigate = useNavigate()
  const refresh = useRefreshSegments()
  const { data: segments = [] } = useQuery(queries.segments.list.queryOptions())
  const { data: catalog } = useReportCatalog()
  const formats = useFormats()
  const [typed, setTyped] = useState(renamed?.name ?? (definition.name || null))
  const list = ReportDefinition.parse(definition)
  const name = typed ?? nameConditions(list, catalog?.reportTypes ?? [], formats)
  const hasConditions = catalog === undefined || describeConditions(list, catalog.reportTypes, formats).length > 0
  const replaced = renamed ?? segments.find((one) => isSameText(one.name, name.trim()))
  const save = useMutation({
    mutationFn: () => {
      const body = { name: name.trim(), definition }
      return replaced === undefined
        ? api.segments.create(body)
        : api.segments.update({ params: { id: replaced.id }, body })
    },
    onSuccess: async ({ id }) => {
      toast.success('Segment saved')
      onSaved?.()
      onClose()
      await navigate({ to: '/segments/$id', params: { id } })
      await refresh()
    },
  })
  const isReplacing = renamed === undefined && replaced !== undefined
  return (
    <FormDialog
      title={renamed === undefined ? 'Save as segment' : 'Rename segment'}
      confirm={isReplacing ? 'Replace conditions' : 'Save segment'}
      disabled={name.trim() === ''}
      isBusy={save.isPending}
      failure={null}
      onSubmit={save.mutate}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        description={
          renamed === undefined
            ? 'Customers who meet the filters of this list, updated after each sync and import.'
            : null
        }
        required
        data-autofocus
        maxLength={MAX_NAME}
        value={name}
        error={save.error ? firstMessage(save.error, 'The segment couldn’t be saved.') : null}
        onChange={({ currentTarget }) => {
          setTyped(currentTarget.value)
          save.reset()
        }}
      />
      {hasConditions ? null : (
        <Text size="sm" role="status">
          The list has no filters, so everybody will be in the segment.
        </Text>
      )}
      {isReplacing ? (
        <Text size="sm" role="status">
          {replaced.name} is a segment already. Its conditions will be replaced.
        </Text>
      ) : null}
    </FormDialog>
  )
}
