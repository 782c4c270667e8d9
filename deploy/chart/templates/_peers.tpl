{{/*
All public addresses: those that the egress policy of notify allows (services/notify/src/outbound/address-blocks.ts).
*/}}
{{- define "emissions.publicPeers" -}}
- ipBlock:
    cidr: 0.0.0.0/0
    except:
      - 0.0.0.0/8
      - 10.0.0.0/8
      - 100.64.0.0/10
      - 127.0.0.0/8
      - 169.254.0.0/16
      - 172.16.0.0/12
      - 192.0.0.0/24
      - 192.0.2.0/24
      - 192.31.196.0/24
      - 192.52.193.0/24
      - 192.88.99.0/24
      - 192.168.0.0/16
      - 192.175.48.0/24
      - 198.18.0.0/15
      - 198.51.100.0/24
      - 203.0.113.0/24
      - 224.0.0.0/4
      - 240.0.0.0/4
      - 168.63.129.16/32
- ipBlock:
    cidr: 2000::/3
    except:
      - 2001::/23
      - 2001:db8::/32
      - 2002::/16
      - 2620:4f:8000::/48
      - 3fff::/20
{{- end }}

{{/* Peers that the values name, or all public addresses. */}}
{{- define "emissions.outsidePeers" -}}
{{- if . -}}{{- toYaml . -}}{{- else -}}{{- include "emissions.publicPeers" . -}}{{- end -}}
{{- end }}

{{- define "emissions.podPeer" -}}
- podSelector:
    matchLabels:
      {{- include "emissions.selector" . | nindent 6 }}
{{- end }}

{{/* A rule of egress to Postgres or NATS, which are in the release in the evaluation mode. */}}
{{- define "emissions.storeRule" -}}
- to:
    {{- if .root.Values.evaluation.enabled }}
    {{- include "emissions.podPeer" (dict "root" .root "component" .component) | nindent 4 }}
    {{- else }}
    {{- toYaml .store.peers | nindent 4 }}
    {{- end }}
  ports:
    - { protocol: TCP, port: {{ .store.port }} }
{{- end }}

{{- define "emissions.dnsRule" -}}
- to:
    {{- toYaml .Values.networkPolicy.dns | nindent 4 }}
  ports:
    - { protocol: UDP, port: 53 }
    - { protocol: TCP, port: 53 }
{{- end }}
