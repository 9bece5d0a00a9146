import { patternNames, type SupplierType, templateNames } from '@lapak/contract/catalogue/seller-api'
import type { SellerServer, SellerServerChange } from '#features/catalogue/seller-api/seller-api.api.ts'

type TemplateField = `templates_${(typeof templateNames)[number]}`
type PatternField = `patterns_${(typeof patternNames)[number]}`

/**
 * The values of the form. The fields of URL templates and of answer patterns have different prefixes, because names such as `balance` exist in both
 * groups.
 */
export interface ServerValues extends Record<TemplateField | PatternField, string> {
  userid: string
  pin: string
  username: string
  password: string
  apiurl: string
  jenisapi: `${SupplierType}`
  /** The timeout in seconds, as typed in the form. */
  timeoutms: number | string
  maxinflight: number | string
  reportaddresses: string
}

/** The initial values of the form. Secrets are empty: the server reports only whether a secret is saved. */
export function initialServerValues(server: SellerServer): ServerValues {
  return {
    userid: server.userid,
    pin: '',
    username: server.username,
    password: '',
    apiurl: server.apiurl,
    jenisapi: `${server.jenisapi}`,
    timeoutms: server.timeoutms / 1000,
    maxinflight: server.maxinflight,
    reportaddresses: server.reportaddresses.replaceAll(',', ', '),
    ...(Object.fromEntries([
      ...templateNames.map((name) => [`templates_${name}`, server.templates[name] ?? '']),
      ...patternNames.map((name) => [`patterns_${name}`, server.patterns[name] ?? '']),
    ]) as Record<TemplateField | PatternField, string>),
  }
}

export const toServerChange = (values: ServerValues): SellerServerChange => ({
  userid: values.userid,
  pin: values.pin,
  username: values.username,
  password: values.password,
  apiurl: values.apiurl.trim(),
  jenisapi: Number(values.jenisapi) as SupplierType,
  templates: textsOf(templateNames, (name) => values[`templates_${name}`]),
  patterns: patternsOf(values),
  timeoutms: Math.round(Number(values.timeoutms) * 1000),
  maxinflight: Number(values.maxinflight),
  reportaddresses: values.reportaddresses,
})

export const patternsOf = (values: ServerValues) => textsOf(patternNames, (name) => values[`patterns_${name}`])

const textsOf = <Name extends string>(names: readonly Name[], textOf: (name: Name) => string) =>
  Object.fromEntries(names.map((name) => [name, textOf(name)]).filter(([, text]) => text)) as Partial<Record<Name, string>>
