import { Radio, Stack, Text, VisuallyHidden } from '@mantine/core'
import type { DefinitionChoice } from '#contract/account.ts'
import { useFormats } from '#ui/formats-context.tsx'
import classes from '../settings.module.css'
import { differenceText } from './difference-text.ts'

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
