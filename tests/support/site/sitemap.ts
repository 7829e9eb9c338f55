import { site } from './requests.ts'

/** The addresses that the sitemap lists now. */
const listedPages = async (): Promise<string[]> =>
  [...(await (await site.get('/sitemap.xml')).text()).matchAll(/<loc>([^<]*)<\/loc>/g)].map(
    ([, address = '']) => address,
  )

/** Whether a listed page is gone because another test, which runs beside this one, has removed what it had made. */
export const wasRemoved = async (status: number, path: string): Promise<boolean> =>
  status === 404 && !(await listedPages()).some((address) => address.endsWith(path))
