{{/* Settings of every pod: no token of the API server, the standard `restricted`, and where it runs. */}}
{{- define "emissions.pod" -}}
{{- $v := .root.Values -}}
{{- $user := ternary (.user | default $v.userId) nil (not (empty $v.userId)) -}}
serviceAccountName: {{ include "emissions.fullname" .root }}-{{ .component }}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  {{- with $user }}
  runAsUser: {{ int . }}
  runAsGroup: {{ int . }}
  fsGroup: {{ int . }}
  fsGroupChangePolicy: OnRootMismatch
  {{- end }}
  seccompProfile: { type: RuntimeDefault }
{{- with $v.image.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . }}
  {{- end }}
{{- end }}
{{- $scheduling := include "emissions.scheduling" . | fromJson -}}
{{- with $scheduling.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- with $scheduling.nodeSelector }}
nodeSelector: {{ toJson . }}
{{- end }}
{{- with $scheduling.affinity }}
affinity: {{ toJson . }}
{{- end }}
{{- with $scheduling.tolerations }}
tolerations: {{ toJson . }}
{{- end }}
{{- end }}

{{- define "emissions.container" -}}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
{{- end }}

{{/*
A folder with one file for each key, named as the variable. The kubelet replaces the files after a change of a Secret.
`secret.keys` names another Secret for some of them. The mode 288 is 0440: the group of the process reads.
*/}}
{{- define "emissions.secretFolder" -}}
{{- $others := .secret.keys -}}
{{- $own := list -}}
{{- range .keys -}}{{- if not (hasKey $others .) -}}{{- $own = append $own . -}}{{- end -}}{{- end -}}
- name: secrets
  projected:
    defaultMode: 288
    sources:
      {{- with $own }}
      - secret:
          name: {{ $.secret.name | default $.defaultName }}
          items:
            {{- range . }}
            - { key: {{ . }}, path: {{ . }} }
            {{- end }}
      {{- end }}
      {{- range .keys }}
      {{- if hasKey $others . }}
      - secret:
          name: {{ (get $others .).name }}
          items:
            - { key: {{ (get $others .).key }}, path: {{ . }} }
      {{- end }}
      {{- end }}
{{- end }}

{{/* A folder with one file of a Secret that may hold more, such as the key of the authority. */}}
{{- define "emissions.caFolder" -}}
- name: {{ .name }}
  secret:
    secretName: {{ .secret.name }}
    defaultMode: 288
    items:
      - { key: {{ .secret.key }}, path: ca.crt }
{{- end }}

{{- define "emissions.tmp" -}}
- name: tmp
  emptyDir: { sizeLimit: 256Mi }
{{- end }}
