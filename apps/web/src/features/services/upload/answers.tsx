import { Radio, Stack } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import type { ImportCheck, ImportSettingsInput } from '#contract/imports.ts'
import { useFormats } from '#ui/formats-context.tsx'
import { useAccount } from '#web/app/account-data.ts'
import { useRuntime } from '#web/app/runtime.tsx'
import { type FieldChoice, namedFormats, type TargetField } from './field-choice.ts'

export interface AnswersProps {
  readonly serviceId: string
  readonly fileId: string
  readonly field: TargetField
  /** the formats of the field that may be right */
  readonly answers: readonly string[]
  readonly chosen: string
  /** the import with another choice for the field */
  readonly settingsWith: (field: string, part: Partial<FieldChoice>) => ImportSettingsInput
  readonly onChoose: (part: Partial<FieldChoice>) => void
}

/** What each answer to a question makes of the file. */
export const Answers = ({ serviceId, fileId, field, answers, chosen, settingsWith, onChoose }: AnswersProps) => {
  const { queries } = useRuntime()
  const checks = useQueries({
    queries: answers.map((format) =>
      queries.services.check.queryOptions({
        input: { id: serviceId, fileId, ...settingsWith(field.name, { format }) },
        retry: false,
      }),
    ),
  })
  const labels = namedFormats(field)
  return (
    <Radio.Group aria-label={field.label} value={chosen} onChange={(format) => onChoose({ format })}>
      <Stack gap="xs">
        {answers.map((format, index) => (
          <Radio
            key={format}
            value={format}
            label={labels?.find(({ value }) => value === format)?.label ?? format}
            description={<Outcome check={checks[index]?.data} isSum={labels !== null || field.type !== 'moment'} />}
          />
        ))}
      </Stack>
    </Radio.Group>
  )
}

/** Nothing while other questions are open, because the file can’t be read then. */
const Outcome = ({ check, isSum }: { check: ImportCheck | undefined; isSum: boolean }) => {
  const formats = useFormats()
  const currency = useAccount()?.currency
  if (!check) return null
  const { firstDay, lastDay, currencies } = check.totals
  const sums = currencies.find((one) => one.currency === currency)
  if (isSum) return sums ? <>Net sales {formats.value(sums.netSales, 'currency')}</> : null
  if (firstDay === null || lastDay === null) return null
  return (
    <>
      {formats.day(firstDay, 'full')} – {formats.day(lastDay, 'full')}
    </>
  )
}

const OF_AMOUNTS = 'orderId quantity unitPrice lineAmount netAmount subtotal discount tax total orderTotal'.split(' ')

/** The fields of a row that an answer is read from. */
export const fieldsOfExample = (fields: readonly TargetField[], asked: TargetField): TargetField[] =>
  fields.filter(({ name }) => OF_AMOUNTS.includes(name) || name === asked.name)
