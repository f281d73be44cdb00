import { z } from 'zod'
import { endpoint } from './endpoint.ts'

export const pictures = {
  /** answers the picture's bytes; its name is random, so whoever has it was shown it */
  get: endpoint({
    method: 'GET',
    path: '/picture/{name}',
    summary: 'A profile photo or logo',
    access: 'public',
    transport: 'raw',
  }).input(z.object({ name: z.string().regex(/^[\w-]{22,64}\.webp$/) })),
}
