import { Spotlight } from '@mantine/spotlight'
import { IconArrowRight } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { PaletteAction } from './palette-action.tsx'
import type { PaletteEntry, PaletteGroup } from './palette-entries.ts'

/** Opens a page or runs a command. */
const EntryAction = ({ label, under, icon, ...entry }: PaletteEntry) => {
  const navigate = useNavigate()
  const choose = (): void => {
    if (entry.href === undefined) entry.onChoose()
    else void navigate({ href: entry.href })
  }
  return <PaletteAction label={label} description={under} icon={icon ?? IconArrowRight} onChoose={choose} />
}

export const EntryGroups = ({ groups }: { readonly groups: readonly PaletteGroup[] }) =>
  groups.map(({ title, entries }) => (
    <Spotlight.ActionsGroup key={title} label={title} role="group" aria-label={title}>
      {entries.map((entry) => (
        <EntryAction key={entry.href ?? entry.label} {...entry} />
      ))}
    </Spotlight.ActionsGroup>
  ))
