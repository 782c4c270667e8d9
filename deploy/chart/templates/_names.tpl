{{- define "emissions.fullname" -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride -}}
{{- else if contains "emissions" .Release.Name -}}
{{- .Release.Name | trunc 40 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-emissions" (.Release.Name | trunc 30 | trimSuffix "-") -}}
{{- end -}}
{{- end }}

{{/* Labels by which the pods of a release are selected. With a component, those of one process. */}}
{{- define "emissions.selector" -}}
app.kubernetes.io/name: emissions
app.kubernetes.io/instance: {{ .root.Release.Name }}
{{- with .component }}
app.kubernetes.io/component: {{ . }}
{{- end }}
{{- end }}

{{- define "emissions.labels" -}}
{{ include "emissions.selector" . }}
app.kubernetes.io/part-of: emissions
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version | quote }}
{{- with .root.Values.commonLabels }}
{{ toYaml . }}
{{- end }}
{{- end }}

{{- define "emissions.metadata" -}}
name: {{ include "emissions.fullname" .root }}-{{ .name | default .component }}
namespace: {{ .root.Release.Namespace }}
labels:
  {{- include "emissions.labels" . | nindent 2 }}
{{- end }}

{{/* An image by digest, else by tag. */}}
{{- define "emissions.image" -}}
{{- if eq .tag "latest" -}}
{{- $reason := "it names another image after each push, so pods of one release would differ, and helm upgrade would change nothing" -}}
{{- fail (printf "%s:latest is refused: %s. Name a version or a digest." .repository $reason) -}}
{{- end -}}
{{ .repository }}{{ if .digest }}@{{ .digest }}{{ else }}:{{ .tag }}{{ end }}
{{- end }}
