import { Radio, Stack, Text, VisuallyHidden } from '@mantine/core'
import type { DefinitionChoice } from '#contract/account.ts'
import { useFormats } from '#ui/formats-context.tsx'
import classes from '../settings.module.css'
import { differenceText } from './difference-text.ts'

interface DefinitionChoiceFieldProps {
  readonly choice: DefinitionChoice
  readonly way: string
  readonly problem: string | undefined
  readonly onChange: (way: string) => void
}

/** One thing that wineries count differently: its ways, each with what last month is by it. */
export const DefinitionChoiceField = ({ choice, way, problem, onChange }: DefinitionChoiceFieldProps) => {
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
        {ways.map(({ value, label, description: meaning, lastMonth }) => (
          <Radio
            key={value}
            name={`definition-${id}`}
            value={value}
            checked={value === way}
            onChange={() => onChange(value)}
            className={classes.way ?? ''}
            data-chosen={value === way || undefined}
            classNames={{
              body: classes.wayBody ?? '',
              labelWrapper: classes.wayText ?? '',
              label: classes.wayLabel ?? '',
            }}
            description={meaning}
            label={
              <span className={classes.wayLine}>
                <span>{value === chosen ? `${label} (in force)` : label}</span>
                <span className={classes.figure}>
                  {lastMonth === null ? 'No data yet' : formats.figure(lastMonth, format)}
                  <span className={classes.difference}>{differenceText(lastMonth, inForce)}</span>
                </span>
              </span>
            }
          />
        ))}
      </Stack>
    </fieldset>
  )
}
