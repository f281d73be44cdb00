import { Badge } from '@mantine/core'
import { type RunStatus, runColor, runLabel } from './run-state.ts'

/** How a run stands, in a word and a colour. */
export const RunBadge = ({ status }: { status: RunStatus }) => (
  <Badge variant="dot" color={runColor(status)} tt="none" fw={500} miw="fit-content">
    {runLabel(status)}
  </Badge>
)
