import { Modal, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import type { ReportResult } from '#contract/reports.ts'
import { firstMessage } from '#web/api/api-error.ts'
import { DialogButtons } from '#web/app/dialog.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import { toast } from '#web/app/toast.ts'
import type { ReportView } from '../address/report-view.ts'
import type { LoadedReport } from '../query/report-subject.ts'
import { copiedDefinition } from './copied-definition.ts'

interface CopyDialogProps {
  readonly report: LoadedReport
  readonly view: ReportView
  readonly result: ReportResult | null
  readonly onClose: () => void
}

/** Saves the current view of a report as a report of the user. */
export const CopyDialog = ({ report, view, result, onClose }: CopyDialogProps) => {
  const { queries, queryClient } = useRuntime()
  const navigate = useNavigate()
  const [name, setName] = useState(report.saved === null ? report.title : `${report.title} (copy)`)
  const create = useMutation(
    queries.savedReports.create.mutationOptions({
      onSuccess: async ({ id }) => {
        toast.success('Saved to My Reports')
        await queryClient.invalidateQueries({ queryKey: queries.savedReports.key() })
        await navigate({ to: '/reports/my/$id', params: { id } })
      },
    }),
  )
  const isBlank = name.trim() === ''
  const handleSubmit = (event: FormEvent): void => {
    event.preventDefault()
    if (isBlank) return
    create.mutate({ ...copiedDefinition(report, view, result?.range ?? null), name: name.trim() })
  }
  const failure = create.error ? firstMessage(create.error, 'The report couldn’t be saved.') : null
  return (
    <Modal opened onClose={onClose} title="Save a copy">
      <form onSubmit={handleSubmit} noValidate>
        <TextInput
          label="Name"
          description="Its current dates, filters, columns, and sort order are saved."
          required
          data-autofocus
          maxLength={200}
          value={name}
          error={isBlank ? 'This field is required' : failure}
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
        <DialogButtons mt="lg" confirm="Save" isBusy={create.isPending} onCancel={onClose} />
      </form>
    </Modal>
  )
}
