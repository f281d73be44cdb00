import { Badge } from '@mantine/core'
import type { Service } from '#contract/services.ts'

/** Marks a service whose rows are invented. */
export const SampleBadge = ({ service: { isSample } }: { service: Service }) =>
  isSample ? (
    <Badge variant="light" color="yellow" tt="none" c="var(--cuvee-warning)">
      Sample
    </Badge>
  ) : null
