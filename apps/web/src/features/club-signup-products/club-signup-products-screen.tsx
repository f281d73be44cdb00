import { Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { LoadFailure } from '#web/app/notice.tsx'
import { useRuntime } from '#web/app/runtime.tsx'
import { SignupForm } from './signup-form.tsx'

/** Says which products are club signups, for platforms that keep no memberships. */
export const ClubSignupProductsScreen = () => {
  const { queries } = useRuntime()
  const { data, error, refetch } = useQuery(
    // What is being changed must not be replaced under somebody's hands.
    queries.visits.clubSignupProducts.queryOptions({ refetchOnWindowFocus: false, gcTime: 0 }),
  )
  return (
    <Stack maw={960} mx="auto">
      <div>
        <Title order={1}>Club Signup Products</Title>
        <Text c="dimmed" size="sm">
          For platforms without memberships, such as Shopify and Square. Customers who buy one of these products join
          its club.
        </Text>
      </div>
      {error && <LoadFailure error={error} onRetry={() => refetch()} />}
      {!data && !error && <Skeleton h={240} />}
      {data && <SignupForm stored={data} />}
    </Stack>
  )
}
