import { Group, SegmentedControl, Stack, Title } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { FormatsProvider } from '#ui/formats-context.tsx'
import { Controls, Fields, Messages } from './design-controls.tsx'
import { Charts, Tables, Tiles } from './design-data.tsx'
import classes from './design-screen.module.css'
import { Colors, Spaces, Types } from './design-tokens.tsx'

const PARTS: readonly (readonly [title: string, Part: () => ReactNode])[] = [
  ['Colors', Colors],
  ['Type', Types],
  ['Space, corners and elevation', Spaces],
  ['Buttons, menus and dialogs', Controls],
  ['Fields', Fields],
  ['Messages, empty and error states', Messages],
  ['Tiles', Tiles],
  ['Charts', Charts],
  ['Tables', Tables],
]

/** Shows the page in a color scheme, whatever the user's is. */
const setScheme = (scheme: string): void => document.documentElement.setAttribute('data-mantine-color-scheme', scheme)

/** Every component on the design tokens, for looking at. Only the development server has it. */
export const DesignScreen = () => {
  const [scheme, setChosen] = useState('light')
  const choose = (next: string): void => {
    setChosen(next)
    setScheme(next)
  }
  return (
    <FormatsProvider culture="en-US" currency="USD">
      <div className={classes.page}>
        <Group justify="space-between" component="header">
          <Title order={1}>Design</Title>
          <SegmentedControl aria-label="Theme" data={['light', 'dark']} value={scheme} onChange={choose} />
        </Group>
        {PARTS.map(([title, Part]) => (
          <Stack key={title} component="section" aria-label={title}>
            <Title order={2}>{title}</Title>
            <Part />
          </Stack>
        ))}
      </div>
    </FormatsProvider>
  )
}
