import { Button, Text } from '@mantine/core'
import { IconDeviceMobilePlus } from '@tabler/icons-react'
import { useStored } from '#lib/browser-storage.ts'
import { promptInstall, useInstallMethod } from '#lib/install-prompt.ts'
import { Section } from '#ui/section.tsx'

/** Offers to install the web app, if this is possible and the member has not refused. After a refusal, the user menu still offers it. */
export function InstallHint() {
  const installing = useInstallMethod()
  const [answer, setAnswer] = useStored<'none' | 'later'>('install', 'none')
  if (!installing || answer === 'later') return null
  const later = (
    <Button variant="subtle" onClick={() => setAnswer('later')}>
      Nanti
    </Button>
  )
  return (
    <Section
      title="Pasang aplikasi"
      hint="Lapak dibuka dari layar utama dengan satu ketukan, juga tanpa jaringan, dan bisa mengirim pemberitahuan."
    >
      {installing === 'hand' && (
        <Text size="sm">
          Di iPhone dan iPad: ketuk <strong>Bagikan</strong>, lalu <strong>Tambah ke Layar Utama</strong>.
        </Text>
      )}
      <div>
        {installing === 'press' && (
          <Button mr={8} leftSection={<IconDeviceMobilePlus size={18} />} onClick={promptInstall}>
            Pasang aplikasi
          </Button>
        )}
        {later}
      </div>
    </Section>
  )
}
