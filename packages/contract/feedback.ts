import { z } from 'zod'
import { endpoint } from './endpoint.ts'

export const Feedback = z.object({
  route: z.string().max(2000),
  email: z.string().max(254),
  rating: z.number().int().min(0).max(5),
  comments: z.string().max(10_000),
})
export type Feedback = z.infer<typeof Feedback>

export const feedback = {
  send: endpoint('POST /send-feedback', 'How could we improve this page?', {
    access: 'signedIn',
    successStatus: 204,
    audit: { area: 'notifications', label: 'Sent feedback' },
    rateLimit: { bucket: 'feedback', hits: 5, seconds: 60, per: 'user' },
    sample: { body: { route: '/', email: 'no-email', rating: 0, comments: '' } },
  })
    .input(Feedback)
    .output(z.void()),
}
