import { Radio, Skeleton, Stack, Text, VisuallyHidden } from '@mantine/core'
import type { DefinitionChoice } from '#contract/account.ts'
import { useFormats } from '#ui/formats-context.tsx'
import { LoadFailure } from '#web/app/notice.tsx'
import classes from './settings.module.css'
import { type DraftChange, type SettingsDraft, type SettingsProblems, wayOf, withWay } from './settings-draft.ts'
import { SettingsSection } from './settings-section.tsx'

const PERCENT = new Intl.NumberFormat('en', {
  style: 'percent',
  maximumFractionDigits: 1,
  signDisplay: 'exceptZero',
})

/** How far a number is from the one in force: "+2.1%"; empty where that says nothing. */
export const differenceText = (value: number | null, inForce: number | null): string => {
  if (value === null || inForce === null || value === inForce) return ''
  if (inForce === 0) return ''
  return PERCENT.format((value - inForce) / Math.abs(inForce))
}

const WAY_CLASSES = {
  body: classes.wayBody ?? '',
  labelWrapper: classes.wayText ?? '',
  label: classes.wayLabel ?? '',
}

interface DefinitionChoiceFieldProps {
  readonly choice: DefinitionChoice
  readonly way: string
  readonly problem: string | undefined
  readonly onChange: (way: string) => void
}

/** One thing that wineries count differently: its ways, each with what last month is by it. */
const DefinitionChoiceField = ({ choice, way, problem, onChange }: DefinitionChoiceFieldProps) => {
  const { id, title, description, ways, chosen, format, range } = choice
  const formats = useFormats()
  const inForce = ways.find(({ value }) => value === chosen)?.lastMonth ?? null
  return (
    <fieldset className={classes.choice}>
      <VisuallyHidden component="legend">{title}</VisuallyHidden>
      <div className={classes.choiceHead}>
        <Text size="sm" fw={600} aria-hidden>
          {title}
        </Text>
        <Text size="xs" c="dimmed">
          {formats.month(range.from, 'full')} would be
        </Text>
      </div>
      <Text size="sm" c="dimmed" mb="xs">
        {description}
      </Text>
      {problem && (
        <Text size="sm" c="var(--cuvee-bad)" role="alert">
          {problem}
        </Text>
      )}
      <Stack gap={2}>
        {ways.map((one) => (
          <div key={one.value} className={classes.way} data-chosen={one.value === way || undefined}>
            <Radio
              name={`definition-${id}`}
              value={one.value}
              checked={one.value === way}
              onChange={() => onChange(one.value)}
              classNames={WAY_CLASSES}
              description={one.description}
              label={
                <span className={classes.wayLine}>
                  <span>
                    {one.label}
                    {one.value === chosen && <span className={classes.inForce}> · in force</span>}
                  </span>
                  <span className={classes.figure}>
                    {one.lastMonth === null ? 'No data yet' : formats.figure(one.lastMonth, format)}
                    <span className={classes.difference}>{differenceText(one.lastMonth, inForce)}</span>
                  </span>
                </span>
              }
            />
          </div>
        ))}
      </Stack>
    </fieldset>
  )
}

interface DefinitionsSectionProps {
  readonly query: {
    readonly data: readonly DefinitionChoice[] | undefined
    readonly error: unknown
    readonly refetch: () => unknown
  }
  readonly draft: SettingsDraft
  readonly saved: SettingsDraft
  readonly problems: SettingsProblems
  readonly onChange: DraftChange
}

/** How metrics are counted where wineries differ. */
export const DefinitionsSection = ({ query, draft, saved, problems, onChange }: DefinitionsSectionProps) => {
  const { data, error, refetch } = query
  return (
    <SettingsSection
      id="definitions"
      title="Definitions"
      description="Wineries count some things differently. Choose what is right for yours: every dashboard, report and export follows, past months too, from the moment you save. A number’s passport says by which way it was counted."
    >
      {!data && error !== null && <LoadFailure error={error} onRetry={refetch} />}
      {!data && error === null && <Skeleton h={280} />}
      {data?.map((choice) => (
        <DefinitionChoiceField
          key={choice.id}
          choice={choice}
          way={wayOf(draft, choice)}
          problem={problems[`definitions.${choice.id}`]}
          onChange={(way) => onChange({ definitions: withWay(draft, saved, choice, way) })}
        />
      ))}
    </SettingsSection>
  )
}
