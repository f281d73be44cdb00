import { Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { FilePreview } from '#contract/imports.ts'
import type { TargetField } from './field-choice.ts'
import { FieldRows, type MappingTableProps } from './mapping-table.tsx'
import { UNKNOWN } from './value-mapping.tsx'

type Problem = FilePreview['problems'][number]

/**
 * The fields whose reading the file left open when it was shown, and those with written values that nothing knew: a question stays where it
 * is while a person answers it.
 */
export const useQuestions = ({ fields, problems, values }: FilePreview) =>
  useState(() => ({
    fields: new Set(fields.map(({ name }) => name).filter((name) => problems.some(({ field }) => field === name))),
    values: new Set(Object.keys(values).filter((name) => values[name]?.some(({ code }) => code === UNKNOWN))),
  }))[0]

const questionText = ({ line, value, message }: Problem): string => {
  const where = [line === null ? '' : `line ${line}`, value === null ? '' : `“${value}”`].filter(Boolean)
  return where.length === 0 ? `${message}.` : `${message} (${where.join(', ')}).`
}

interface FieldQuestionsProps extends MappingTableProps {
  readonly problems: readonly Problem[]
}

/** Each field with what is asked about it and the choice that answers it. */
export const FieldQuestions = ({ problems, fields, ...table }: FieldQuestionsProps) =>
  fields.map((field: TargetField) => (
    <Stack key={field.name} gap={4}>
      {problems
        .filter((problem) => problem.field === field.name)
        .map((problem) => (
          <Text key={problem.message} size="sm" fw={500} role="status">
            {questionText(problem)}
          </Text>
        ))}
      <FieldRows {...table} fields={[field]} />
    </Stack>
  ))
