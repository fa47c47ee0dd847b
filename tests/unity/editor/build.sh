#!/bin/sh
# Builds the editor double with mcs into the folder $1. The tests build in their own way.
set -eu
out=${1:?usage: build.sh FOLDER}
here=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$out"

compile() {
    target=$1
    name=$2
    folder=$3
    shift 3
    find "$here/$folder" -name '*.cs' | sort >"$out/$name.rsp"
    mcs -langversion:7.2 -warn:4 -warnaserror -nologo -debug -r:System -r:System.Core "-target:$target" "-out:$out/$name" "$@" "@$out/$name.rsp"
}

compile library UnityDouble.Native.dll native
compile library UnityEngine.CoreModule.dll engine "-r:$out/UnityDouble.Native.dll"
core="-r:$out/UnityEngine.CoreModule.dll"
for part in PhysicsModule:physics AudioModule:audio AnimationModule:animation TextRenderingModule:text UIModule:ui-module \
    ImageConversionModule:image ScreenCaptureModule:screen-capture; do
    compile library "UnityEngine.${part%:*}.dll" "${part#*:}" "$core"
done
[ ! -d "$here/ui" ] || compile library UnityEngine.UI.dll ui "$core" "-r:$out/UnityEngine.UIModule.dll" "-r:$out/UnityEngine.TextRenderingModule.dll"
compile library UnityEditor.dll editor "-r:$out/UnityEngine.CoreModule.dll" "-r:$out/UnityDouble.Native.dll"
compile library nunit.framework.dll testrunner/nunit
compile library UnityEngine.TestRunner.dll testrunner/engine "-r:$out/UnityEngine.CoreModule.dll" "-r:$out/nunit.framework.dll"
mkdir -p "$out/test-framework-1.1"
for version in . test-framework-1.1; do
    define=TEST_FRAMEWORK_1_4
    [ "$version" = . ] || define=TEST_FRAMEWORK_1_1
    compile library "$version/UnityEditor.TestRunner.dll" testrunner/editor "-define:$define" "-r:$out/UnityEditor.dll" "-r:$out/UnityEngine.CoreModule.dll" "-r:$out/UnityDouble.Native.dll" "-r:$out/UnityEngine.TestRunner.dll" "-r:$out/nunit.framework.dll"
done
compile exe UnityEditorDouble.exe program "-r:$out/UnityDouble.Native.dll"
compile library UnityEngine.InputLegacyModule.dll engine-check/input "-r:$out/UnityEngine.CoreModule.dll"
compile exe EngineCheck.exe engine-check "-r:$out/UnityEngine.CoreModule.dll" "-r:$out/UnityEngine.PhysicsModule.dll"
