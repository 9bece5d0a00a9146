import type { SelfTestSituationName } from '@lapak/contract/selling/seller-self-test'
import { contradicts } from './seller-self-test.rules.ts'
import type { Talk } from './talk.ts'

async function untilOver(talk: Talk) {
  await talk.order()
  await talk.untilOver()
}

/** What is asked to bring a server to each situation. Targets do the rest: the server decides by them what it does. */
export const situations: Record<SelfTestSituationName, (talk: Talk) => Promise<void>> = {
  success: untilOver,
  failure: untilOver,
  late: untilOver,
  slow: untilOver,
  garbage: untilOver,
  async pending(talk) {
    await talk.order()
    if (talk.heard[0]?.outcome.state === 'pending') await talk.status()
  },
  async double(talk) {
    await untilOver(talk)
    if (talk.heard.at(-1)?.outcome.state !== 'success') return
    await talk.order()
    // What a server says of a repeated order is not always clear; the question for its state is.
    await talk.status()
  },
  async contradicting(talk) {
    await untilOver(talk)
    // A second, other end comes soon after the first, or not at all.
    await talk.reports(talk.askAfterMs, contradicts)
    if (!contradicts(talk.heard)) await talk.status()
  },
  async 'status-after-success'(talk) {
    await untilOver(talk)
    if (talk.heard.at(-1)?.outcome.state === 'success') await talk.status()
  },
  'status-unknown': (talk) => talk.status(),
}
