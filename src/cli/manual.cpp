// gaugegl manual: the commands, their options and the keys of run files, for people, pages and shells.
#include "command.h"
#include "manual_text.h"
#include "outputs.h"
#include "report.h"

#include "base/output_file.h"
#include "config/schema.h"
#include "gaugegl/base/error.h"

#include <algorithm>
#include <fmt/format.h>
#include <memory>

namespace gaugegl::cli {
namespace {

struct ManualOptions {
    std::string topic, format = "text", output;
    bool schema = false;
};

std::string manualText(const CLI::App& app, const std::string& topic)
{
    if (topic == runFileTopic) return runFileText();
    if (!topic.empty()) return app.get_subcommand(topic)->help("gaugegl");
    // Its help() would be that of the command that was given.
    std::string text = app.get_formatter()->make_help(&app, "gaugegl", CLI::AppFormatMode::Normal);
    for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
        text += fmt::format("\n{}\n{}", std::string(80, '-'), command->help("gaugegl"));
    return text;
}

std::string page(const ProgramText& program, const std::string& topic)
{
    if (topic.empty()) return programPage(program);
    if (topic == runFileTopic) return runFilePage(program);
    return commandPage(program, *std::ranges::find(program.commands, topic, &CommandText::name));
}

std::string manualAs(const CLI::App& app, const ManualOptions& options)
{
    const auto& [topic, format, output, schema] = options;
    if (schema) return runFileSchema();
    if (format == "text") return manualText(app, topic);
    const ProgramText program = textOf(app);
    if (format == "man") return page(program, topic);
    if (format == "markdown") {
        if (topic == runFileTopic) return runFileMarkdown();
        if (topic.empty()) return markdownOf(program);
        return markdownOf(*std::ranges::find(program.commands, topic, &CommandText::name));
    }
    if (!topic.empty())
        throw InputError(
            fmt::format("--format {} is of the whole program, not of '{}'; leave that out", format, topic));
    return format == "bash"  ? bashCompletion(program)
           : format == "zsh" ? zshCompletion(program)
                             : fishCompletion(program);
}

/// Every page, into a folder that is there.
void writePages(const CLI::App& app, const std::string& folder)
{
    const ProgramText program = textOf(app);
    std::vector<std::string> topics = {"", runFileTopic};
    for (const CommandText& command : program.commands)
        topics.push_back(command.name);
    const auto opened = std::make_shared<const OpenFolder>(folder);
    for (const std::string& topic : topics)
        writeTextFile({opened, pageFile(topic)}, page(program, topic));
}

int runManual(const CLI::App& app, const ManualOptions& options)
{
    const bool folder = options.format == "man" && options.topic.empty();
    checkOutputs({}, {{"--output", options.output, folder ? Output::Kind::Folder : Output::Kind::File}}, {});
    if (!options.output.empty() && folder)
        writePages(app, options.output);
    else if (!options.output.empty())
        writeTextFile(options.output, manualAs(app, options));
    else
        printOut("{}", manualAs(app, options));
    return success;
}

} // namespace

void addManual(CLI::App& app, Runner& chosen)
{
    const auto [manual, options] = addCommand<ManualOptions>(
        app, chosen, "manual", "The commands, their options and the keys of run files, as text, pages or completions",
        [&app](const ManualOptions& chosenOptions) { return runManual(app, chosenOptions); });
    std::vector<std::string> topics = {runFileTopic};
    for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
        topics.push_back(command->get_name());
    manual.add_option("topic", options.topic, "A command, or run-file: the keys of run files; all commands without it")
        ->check(CLI::IsMember(topics));
    addChoice(manual, "--format", options.format, {"text", "markdown", "man", "bash", "zsh", "fish"},
              "text and markdown for people, man for manual pages, bash, zsh and fish for completions of the shells");
    manual
        .add_flag("--schema", options.schema,
                  "A JSON schema of run files, by which editors complete and check them; docs/howto/run-files.md")
        ->excludes(manual.get_option("topic"), manual.get_option("--format"));
    manual.add_option(
        "--output", options.output,
        "Write to this file, not to standard output; of man without a topic a folder, for the pages of all");
}

} // namespace gaugegl::cli
