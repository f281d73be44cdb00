import { Radio, Skeleton, Stack, Text } from '@mantine/core'
import type { DefinitionChoice } from '#contract/account.ts'
import { useFormats } from '#ui/formats-context.tsx'
import { SettingsSection } from '#web/app/heading.tsx'
import { LoadFailure, type QueryState } from '#web/app/notice.tsx'
import classes from './settings.module.css'
import {
  type DraftChange,
  type SettingsDraft,
  type SettingsProblems,
  selectedOption,
  selectOption,
} from './settings-draft.ts'

const PERCENT = new Intl.NumberFormat('en', {
  style: 'percent',
  maximumFractionDigits: 1,
  signDisplay: 'exceptZero',
})

/** Difference from the current value: "+2.1%"; empty without a meaningful difference. */
export const differenceText = (value: number | null, current: number | null): string => {
  if (value === null || current === null || value === current) return ''
  if (current === 0) return ''
  return PERCENT.format((value - current) / Math.abs(current))
}

const OPTION_CLASSES = {
  body: classes.optionBody ?? '',
  labelWrapper: classes.optionText ?? '',
  label: classes.optionLabel ?? '',
}

interface DefinitionFieldProps {
  readonly definition: DefinitionChoice
  readonly selected: string
  readonly problem: string | undefined
  readonly onChange: (option: string) => void
}

/** The option in force, above all options with last month's values. */
const DefinitionField = ({ definition, selected, problem, onChange }: DefinitionFieldProps) => {
  const { id, title, description, ways: options, chosen, format, range } = definition
  const formats = useFormats()
  const current = options.find(({ value }) => value === chosen)?.lastMonth ?? null
  const isChanged = selected !== chosen || problem !== undefined
  return (
    <details className={classes.definition} open={isChanged || undefined}>
      <summary>
        <strong>{title}</strong> {options.find(({ value }) => value === selected)?.label}
      </summary>
      <Text size="sm" c="dimmed" mb="xs">
        {description} Values are of {formats.month(range.from, 'full')}.
      </Text>
      {problem && (
        <Text size="sm" c="var(--cuvee-bad)" role="alert">
          {problem}
        </Text>
      )}
      <Stack gap={2} role="radiogroup" aria-label={title}>
        {options.map((option) => (
          <div key={option.value} className={classes.option} data-chosen={option.value === selected || undefined}>
            <Radio
              name={`definition-${id}`}
              value={option.value}
              checked={option.value === selected}
              onChange={() => onChange(option.value)}
              classNames={OPTION_CLASSES}
              description={option.description}
              label={
                <span className={classes.optionLine}>
                  <span>
                    {option.label}
                    {option.value === chosen && <span className={classes.current}> · current</span>}
                  </span>
                  <span className={classes.figure}>
                    {option.lastMonth === null ? 'No data yet' : formats.figure(option.lastMonth, format)}
                    <span className={classes.difference}>{differenceText(option.lastMonth, current)}</span>
                  </span>
                </span>
              }
            />
          </div>
        ))}
      </Stack>
    </details>
  )
}

interface DefinitionsSectionProps {
  readonly query: QueryState<readonly DefinitionChoice[]>
  readonly draft: SettingsDraft
  readonly saved: SettingsDraft
  readonly problems: SettingsProblems
  readonly onChange: DraftChange
}

/** The definitions of metrics that differ between wineries. */
export const DefinitionsSection = ({ query, draft, saved, problems, onChange }: DefinitionsSectionProps) => {
  const { data, error, refetch } = query
  return (
    <SettingsSection
      id="definitions"
      title="Definitions"
      description="Wineries define some metrics differently. Choose yours. Changes apply everywhere as soon as you save, including past months. “How this number is calculated” shows which definition a number uses."
    >
      {!data && error !== null && <LoadFailure error={error} onRetry={refetch} />}
      {!data && error === null && <Skeleton h={280} />}
      {data?.map((definition) => (
        <DefinitionField
          key={definition.id}
          definition={definition}
          selected={selectedOption(draft, definition)}
          problem={problems[`definitions.${definition.id}`]}
          onChange={(option) => onChange({ definitions: selectOption(draft, saved, definition, option) })}
        />
      ))}
    </SettingsSection>
  )
}
