import { Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { FilePreview } from '#contract/imports.ts'
import { Answers, type AnswersProps, fieldsOfExample } from './answers.tsx'
import { choiceFor, type FieldChoice, filledFields } from './field-choice.ts'
import { FieldRows, type MappingTableProps } from './mapping-table.tsx'
import { RowTable } from './preview-table.tsx'
import { UNKNOWN } from './value-mapping.tsx'

type Problem = FilePreview['problems'][number]

/** What the file left open when it was shown: a question stays where it is while a person answers it. */
export const useQuestions = ({ problems, values }: FilePreview) =>
  useState(() => ({
    asked: problems.filter(({ field }) => field !== undefined),
    /** fields with written values that nothing knew */
    values: new Set(Object.keys(values).filter((name) => values[name]?.some(({ code }) => code === UNKNOWN))),
  }))[0]

const questionText = ({ line, value, message }: Problem): string => {
  const where = [line === null ? '' : `line ${line}`, value === null ? '' : `“${value}”`].filter(Boolean)
  return where.length === 0 ? `${message}.` : `${message} (${where.join(', ')}).`
}

/** Rows that show what a question is about. */
const EXAMPLES = 3

interface FieldQuestionsProps extends MappingTableProps {
  readonly file: Pick<AnswersProps, 'serviceId' | 'fileId' | 'settingsWith'>
  readonly preview: FilePreview
  /** when the file was shown first */
  readonly problems: readonly Problem[]
}

/** Each field with what is asked about it, some rows, and the answers with what each makes of the file. */
export const FieldQuestions = ({ file, preview, problems, fields, ...table }: FieldQuestionsProps) =>
  fields.map((field) => {
    const open = preview.problems.filter((problem) => problem.field === field.name)
    const asked = open.length > 0 ? open : problems.filter((problem) => problem.field === field.name)
    const answers = asked.find((problem) => problem.answers !== undefined)?.answers
    const filled = filledFields(preview.fields, table.choices)
    const onChoose = (part: Partial<FieldChoice>) => table.onChoose(field.name, part)
    const chosen = choiceFor(table.choices, field.name).format
    return (
      <Stack key={field.name} gap="xs">
        {asked.map((problem) => (
          <Text key={problem.message} size="sm" fw={500} role="status">
            {questionText(problem)}
          </Text>
        ))}
        {answers && preview.rows.length > 0 && (
          <RowTable label="Examples" fields={fieldsOfExample(filled, field)} rows={preview.rows.slice(0, EXAMPLES)} />
        )}
        {answers && <Answers {...file} field={field} answers={answers} chosen={chosen} onChoose={onChoose} />}
        <FieldRows {...table} fields={[field]} hidesFormats={answers !== undefined} />
      </Stack>
    )
  })
