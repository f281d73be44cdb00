import { Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { LoadFailure } from '#web/app/notice.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import { TastingForm } from './tasting-form.tsx'

/** Says which products and which reservations are tastings. */
export const TastingExperiencesScreen = () => {
  const { queries } = useRuntime()
  const { data, error, refetch } = useQuery(
    // What is being changed must not be replaced under somebody's hands.
    queries.visits.tastingExperiences.queryOptions({ refetchOnWindowFocus: false, gcTime: 0 }),
  )
  return (
    <Stack maw={960} mx="auto">
      <div>
        <Title order={1}>Tasting Experiences</Title>
        <Text c="dimmed" size="sm">
          What counts as a tasting, and for how many guests. Tasting and club signup conversions are based on this.
        </Text>
      </div>
      {error && <LoadFailure error={error} onRetry={() => refetch()} />}
      {!data && !error && <Skeleton h={240} />}
      {data && <TastingForm stored={data} />}
    </Stack>
  )
}
