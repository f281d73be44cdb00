import { IconPencil } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import type { Understood } from '#contract/ask.ts'
import { PaletteAction } from './palette-action.tsx'
import { builderAddress } from './question-address.ts'

/** Leads to the builder, where the definition can be seen whole, changed and saved. */
export const OpenAnswer = ({ understood }: { understood: Understood }) => {
  const navigate = useNavigate()
  return (
    <PaletteAction
      label="Open as report"
      description="View, edit, and save this report"
      icon={IconPencil}
      onChoose={() => void navigate(builderAddress(understood))}
    />
  )
}
