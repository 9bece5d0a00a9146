import type { publicConfig } from '@lapak/contract/auth/access'
import type { Envelope } from '@lapak/contract/shared/wire'
import { Button, Stack } from '@mantine/core'
import { IconBrandFacebookFilled, IconBrandGoogleFilled } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { use, useEffect, useEffectEvent, useState } from 'react'
import type { z } from 'zod'
import { loadSignIn } from '#features/auth/access/load-sign-in.ts'
import type { SignInResult } from '#features/auth/access/sign-in.api.ts'
import { type SocialCode, type SocialProvider, socialProviders, takeSocialAnswer } from '#features/auth/access/social-answer.ts'
import { showError } from '#ui/snackbar.ts'
import { TextDivider } from '#ui/text-divider.tsx'

type Addresses = Record<SocialProvider, string | null>

/**
 * Reads the authorization URLs of the providers; null for a provider that is not configured. The answer is parsed without the decoder of the
 * contract, which would be a fifth of the code of the first screen. Without an answer only the form with the password is shown.
 */
async function readAddresses(): Promise<Addresses> {
  try {
    const answer = await fetch('/public/config')
    const { data }: Envelope<z.input<typeof publicConfig>> = await answer.json()
    return { google: data?.googleurl ?? null, facebook: data?.facebookurl ?? null }
  } catch {
    return { google: null, facebook: null }
  }
}

const looks = {
  google: { name: 'Google', icon: <IconBrandGoogleFilled size={18} aria-hidden /> },
  facebook: { name: 'Facebook', icon: <IconBrandFacebookFilled size={18} aria-hidden /> },
}

const troubles = {
  unknown: 'Jawaban login tidak dikenali. Silakan coba lagi dari halaman ini.',
  declined: 'Login dibatalkan.',
}

// Only the sign-in screen loads this module, so the request starts when that screen is shown.
const reading = readAddresses()

/** One button per configured provider. Also handles the redirect from the provider back to this page. */
export function SocialSignIn({ onAnswer }: { onAnswer: (answer: SignInResult) => void }) {
  const addresses = use(reading)
  const enter = useMutation({
    mutationFn: async (answer: SocialCode) => (await loadSignIn()).signInWithProvider(answer),
    onSuccess: onAnswer,
  })
  useReturn((answer) => enter.mutate(answer))
  const [leaving, setLeaving] = useState<SocialProvider>()

  async function leave(provider: SocialProvider, address: string) {
    setLeaving(provider)
    try {
      const { authorizationUrl } = await import('#features/auth/access/authorization-url.ts')
      window.location.assign(authorizationUrl(provider, address))
    } catch {
      // The module could not be loaded; the next press tries again.
      setLeaving(undefined)
      showError('Tidak ada jawaban dari server. Periksa koneksi internet Anda.')
    }
  }

  const offered = socialProviders.flatMap((provider) => (addresses[provider] ? { provider, address: addresses[provider] } : []))
  if (offered.length === 0) return null
  const underWay = enter.isPending || enter.isSuccess ? enter.variables?.provider : leaving
  return (
    <Stack gap={8}>
      <TextDivider text="atau" />
      {offered.map(({ provider, address }) => (
        <Button
          key={provider}
          variant="default"
          fullWidth
          leftSection={looks[provider].icon}
          loading={underWay === provider}
          disabled={underWay !== undefined && underWay !== provider}
          onClick={() => void leave(provider, address)}
        >
          Masuk dengan {looks[provider].name}
        </Button>
      ))}
    </Stack>
  )
}

/** Reads the provider's answer from the URL once: the answer is removed from the URL before other code can read or repeat it. */
function useReturn(onCode: (answer: SocialCode) => void) {
  const { history } = useRouter()
  const receive = useEffectEvent(() => {
    const answer = takeSocialAnswer(new URLSearchParams(history.location.search))
    if (!answer) return
    history.replace('/login')
    if ('trouble' in answer) showError(troubles[answer.trouble])
    else onCode(answer)
  })
  useEffect(() => receive(), [])
}
