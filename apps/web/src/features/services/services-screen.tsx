import { NotBuiltPage } from '#web/app/routes/not-built-page.tsx'

export const ServicesScreen = NotBuiltPage
